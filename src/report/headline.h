// The first lines about an error, shared by the reports for people.
#pragma once

#include <string>

#include "explore/summary.h"

namespace mazurka {

// "assertion failed: x == 1", "misuse: unlock of a lock that is not held".
[[nodiscard]] std::string headline(const Finding& finding);

// "at bank.mzk:19:3 in main, after 9 steps". Empty for a deadlock: it is at several places.
[[nodiscard]] std::string where_and_when(const Counterexample& error);

}  // namespace mazurka
