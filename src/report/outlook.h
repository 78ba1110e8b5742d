// What is still to come: estimates, times left, how to go on.
#pragma once

#include <string>

#include "explore/summary.h"

namespace mazurka {

// "1,234", "12,000", "3.4 million", "5.6e+15": as many digits as an estimate is worth.
[[nodiscard]] std::string roughly(double number);

// "40 s", "12 min", "3 hours", "5 days", "longer than a year".
[[nodiscard]] std::string roughly_time(double seconds);

// "about 12% of some 24,000 executions (an estimate; at least 3,012)"; empty if nothing is known.
[[nodiscard]] std::string covered_part(const Summary& summary);

}  // namespace mazurka
