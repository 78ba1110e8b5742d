// Describes the step after which an error is unavoidable.
#pragma once

#include <string>

#include "explore/summary.h"

namespace mazurka {

// Returns "unavoidable after step 4 (client(20): reads balance: 100) …", or nothing if it is not
// known.
[[nodiscard]] std::string decision_in_words(const Counterexample& error);

// Returns how much shorter the execution is than the one found first, or nothing if it is the same.
[[nodiscard]] std::string shortening_in_words(const Counterexample& error);

}  // namespace mazurka
