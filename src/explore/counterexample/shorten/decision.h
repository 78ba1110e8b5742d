// Finds the step after which an error could not be avoided any more.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "explore/counterexample/shorten/search_budget.h"
#include "explore/summary.h"
#include "program/program.h"

namespace mazurka {

// Returns the step of `choices` that made the error unavoidable. `choices` lead to the error with
// this error_and_place() (attempt.h). Goes backwards from their end: if all alternatives to a step
// lead to the same error as well, then the error was already unavoidable before that step. Returns
// none if the budget ends the search before anything is known.
[[nodiscard]] std::optional<Decision> find_decision(Program& program,
                                                    std::span<const Choice> choices,
                                                    const std::string& error, SearchBudget& budget);

}  // namespace mazurka
