// Formats estimates and remaining times.
#pragma once

#include <string>

#include "explore/summary.h"

namespace mazurka {

// Formats an estimate without digits that mean nothing: "1,234", "12,000", "3.4 million",
// "5.6e+15".
[[nodiscard]] std::string roughly(double number);

// Formats a duration: "40 s", "12 min", "3 hours", "5 days", "longer than a year".
[[nodiscard]] std::string roughly_time(double seconds);

// Returns "about 12% of some 24,000 executions (an estimate; at least 3,012)", or nothing if it is
// not known.
[[nodiscard]] std::string covered_part(const Summary& summary);

}  // namespace mazurka
