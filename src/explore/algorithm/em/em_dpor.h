// EM-DPOR: dependence-covering sets for threads with fifo queues.
#pragma once

#include <cstdint>
#include <memory>

#include "explore/algorithm.h"
#include "explore/algorithm/em/em_dpor_choices.h"

namespace mazurka {

[[nodiscard]] std::unique_ptr<Algorithm> make_em_dpor(const AlgorithmFacts& facts,
                                                      std::uint64_t order_seed,
                                                      const EmDporChoices& choices);

}  // namespace mazurka
