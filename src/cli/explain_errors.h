// What is done about errors when an exploration is over, so that they are easier to understand.
#pragma once

#include "explore/summary.h"
#include "program/program.h"

namespace mazurka::cli {

// Returns whether the functions below may take so long that the user should be told.
[[nodiscard]] bool takes_a_while_to_explain(const Summary& summary);

// Looks for simpler executions with the same errors.
void shorten_errors(Summary& summary, Program& program);

// Describes the errors at the places where the author's code called libraries.
void locate_errors(Summary& summary, Program& program);

}  // namespace mazurka::cli
