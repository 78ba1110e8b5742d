// Groups data races on one variable, which usually have one cause: a report shows the first one,
// and a line for each further pair of locations.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "explore/summary.h"

namespace mazurka {

struct ErrorGroup {
  std::size_t first = 0;            // in Summary::errors
  std::vector<std::size_t> others;  // further errors of the group, in Summary::errors
};

[[nodiscard]] std::vector<ErrorGroup> grouped_errors(const Summary& summary);

// Returns the locations of the events that show an error, in the order of lines: "a.cpp:12 and
// a.cpp:15".
[[nodiscard]] std::string places_in_words(const Counterexample& error);

}  // namespace mazurka
