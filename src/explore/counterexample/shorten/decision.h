// The step after which an error could not be avoided any more.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "explore/counterexample/shorten/search_budget.h"
#include "explore/summary.h"
#include "program/program.h"

namespace mazurka {

// `choices` lead to the error with this error_and_place() (attempt.h). Looks from their end
// backwards: as long as everything else that could come instead of a step leads to the same error,
// too, the error was unavoidable before that step already. None if the budget does not suffice to
// say anything.
[[nodiscard]] std::optional<Decision> find_decision(Program& program,
                                                    std::span<const Choice> choices,
                                                    const std::string& error, SearchBudget& budget);

}  // namespace mazurka
