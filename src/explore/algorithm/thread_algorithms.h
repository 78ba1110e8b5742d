// The algorithms for threads. They treat a handler as a lock.
//
// Each has its own file: dpor.cpp and source_dpor.cpp (both on top of backtrack_search.h), and
// optimal_dpor.cpp.
#pragma once

#include <cstdint>
#include <memory>

#include "explore/algorithm.h"
#include "explore/algorithm/backtrack_search.h"

namespace mazurka {

[[nodiscard]] std::unique_ptr<Algorithm> make_dpor(const AlgorithmFacts& facts,
                                                   const BacktrackSearchOptions& options);
// REQUIRES: options.sleep_sets. (Alg. 1 of [SourceSets17] relies on them.)
[[nodiscard]] std::unique_ptr<Algorithm> make_source_dpor(const AlgorithmFacts& facts,
                                                          const BacktrackSearchOptions& options);
// `order_seed` selects the order of the free choices (free_choice.h).
[[nodiscard]] std::unique_ptr<Algorithm> make_optimal_dpor(const AlgorithmFacts& facts,
                                                           std::uint64_t order_seed);

}  // namespace mazurka
