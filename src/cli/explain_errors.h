// What is done about errors when an exploration is over, so that they are easier to understand.
// Each function replaces errors of the summary, one at a time, and calls `improved` with the index
// of the error: the process is killed when the time for explaining errors has passed.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>

#include "explore/summary.h"
#include "program/program.h"

namespace mazurka::cli {

// Returns whether the functions below may take so long that the user should be told.
[[nodiscard]] bool takes_a_while_to_explain(const Summary& summary);

// Looks for simpler executions with the same errors, until `stop` is set.
void shorten_errors(Summary& summary, Program& program, const std::atomic<bool>& stop,
                    const std::function<void(std::size_t)>& improved);

// Describes the errors at the places where the author's code called libraries.
void locate_errors(Summary& summary, Program& program,
                   const std::function<void(std::size_t)>& improved);

}  // namespace mazurka::cli
