// Data races on one variable usually have one cause, and are one error. Reports show the first one,
// and a line for each further pair of locations.
#pragma once

#include <string>
#include <vector>

#include "explore/summary.h"

namespace mazurka {

// Returns a line for each further pair of locations, "also: a.cpp:12 and a.cpp:15", without those
// in the same source lines as another. If there are very many, the last line says how many are not
// listed.
[[nodiscard]] std::vector<std::string> other_places(const Counterexample& error);

}  // namespace mazurka
