// Event-DPOR as published, with its gaps: a subject of study beside `event`, not a replacement.
#pragma once

#include <cstdint>
#include <memory>

#include "explore/algorithm.h"

namespace mazurka {

struct EventPaperOptions {
  // The two shortcuts of Section 7 of the paper (--as-implemented).
  bool as_implemented = false;
  // For experiments: continue an insertion past the leaf that was extended to the present
  // execution, where Algorithm 3, l.2, and Algorithm 4, l.4, stop.
  bool passes_leaves = false;
};

[[nodiscard]] std::unique_ptr<Algorithm> make_event_paper(const AlgorithmFacts& facts,
                                                          std::uint64_t order_seed,
                                                          const EventPaperOptions& options);

}  // namespace mazurka
