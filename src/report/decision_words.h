// The step that decided about an error, in words.
#pragma once

#include <string>

#include "explore/summary.h"

namespace mazurka {

// "unavoidable after step 4 (client(20): reads balance: 100) …"; empty if nothing is known.
[[nodiscard]] std::string decision_in_words(const Counterexample& error);

// "the execution that was found first has 34 steps and 12 switches …"; empty if it is the same.
[[nodiscard]] std::string shortening_in_words(const Counterexample& error);

}  // namespace mazurka
