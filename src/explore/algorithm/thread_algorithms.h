// The algorithms for threads. They treat a handler as a lock.
//
// Each has its own file: dpor.cpp and source_dpor.cpp (both on top of backtrack_search.h), and
// optimal_dpor.cpp.
#pragma once

#include <cstdint>
#include <memory>

#include "explore/algorithm.h"

namespace mazurka {

// `order_seed` selects the order of the free choices (free_choice.h).
[[nodiscard]] std::unique_ptr<Algorithm> make_dpor(const AlgorithmFacts& facts,
                                                   std::uint64_t order_seed);
[[nodiscard]] std::unique_ptr<Algorithm> make_source_dpor(const AlgorithmFacts& facts,
                                                          std::uint64_t order_seed);
[[nodiscard]] std::unique_ptr<Algorithm> make_optimal_dpor(const AlgorithmFacts& facts,
                                                           std::uint64_t order_seed);

}  // namespace mazurka
