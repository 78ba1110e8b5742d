// Finds the errors of an execution that stops before its end.
#pragma once

#include <span>
#include <vector>

#include "check/check.h"
#include "check/finding.h"
#include "core/execution.h"
#include "core/pending.h"
#include "program/program.h"

namespace mazurka {

// Returns whether an error of this kind is visible as soon as it happens. Others, such as deadlocks
// and leaks, are visible only when no task can continue.
[[nodiscard]] bool shows_before_the_end(FindingKind kind);

// Appends the findings of kinds that shows_before_the_end(). REQUIRES: the program is at the end of
// the execution.
void look_at_early_end(Checks& checks, const Execution& execution, Program& program,
                       const std::vector<Pending>& pending, std::vector<Finding>& findings);

}  // namespace mazurka
