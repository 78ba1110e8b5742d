// Data races on one variable are one mistake, mostly: a report about the first, and a line for each
// other pair of places.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "explore/summary.h"

namespace mazurka {

struct ErrorGroup {
  std::size_t first = 0;            // in Summary::errors
  std::vector<std::size_t> others;  // likewise
};

[[nodiscard]] std::vector<ErrorGroup> grouped_errors(const Summary& summary);

// "a.cpp:12 and a.cpp:15": where the events are that show it, in the order of the lines.
[[nodiscard]] std::string places_in_words(const Counterexample& error);

}  // namespace mazurka
