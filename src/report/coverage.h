// What an exploration has and has not covered, and what it counted, in words.
#pragma once

#include <string>

#include "explore/summary.h"

namespace mazurka {

// "all 24 traces explored"; "stopped at the first error (--keep-going explores the rest)".
[[nodiscard]] std::string coverage_of(const Summary& summary);

// "24 executions (2 blocked by an assume), 192 events, 0.01 s (optimal)".
[[nodiscard]] std::string counts_of(const Summary& summary);

// "1 trace", "1,234 traces".
[[nodiscard]] std::string counted(std::uint64_t count, const std::string& noun);

}  // namespace mazurka
