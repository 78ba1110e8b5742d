// Describes what an exploration has covered, and its counts.
#pragma once

#include <string>

#include "explore/summary.h"

namespace mazurka {

// Returns "all 24 traces explored", or why the exploration stopped.
[[nodiscard]] std::string coverage_of(const Summary& summary);

// Returns "24 executions (2 blocked by an assume), 192 events, 0.01 s (optimal)".
[[nodiscard]] std::string counts_of(const Summary& summary);

// Returns "1 trace", "1,234 traces".
[[nodiscard]] std::string counted(std::uint64_t count, const std::string& noun);

}  // namespace mazurka
