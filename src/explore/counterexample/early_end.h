// What an execution that stops before its end shows already.
#pragma once

#include <span>
#include <vector>

#include "check/check.h"
#include "check/finding.h"
#include "core/execution.h"
#include "core/pending.h"
#include "program/program.h"

namespace mazurka {

// Is an error of this kind there as soon as it happens? A deadlock, a leak and the like show only
// when nothing goes on any more.
[[nodiscard]] bool shows_before_the_end(FindingKind kind);

// Appends the findings of those kinds. REQUIRES: the program stands at the end of the execution.
void look_at_early_end(Checks& checks, const Execution& execution, Program& program,
                       const std::vector<Pending>& pending, std::vector<Finding>& findings);

}  // namespace mazurka
