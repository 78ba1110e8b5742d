// --isolate: the exploration in a process of its own, so that its sudden death is a finding, too.
#pragma once

#include <functional>
#include <string>

#include "core/schedule.h"
#include "program/program.h"

namespace mazurka::cli {

// How the process that explored ended, and what it was at.
struct SuddenEnd {
  std::string how;  // "signal 9"
  std::uint64_t executions = 0;
  Schedule schedule;  // of the execution that it did not survive
};

// Runs `explore` in a child, with a program that leaves a record of what it does. Returns the exit
// status that it gave, or what `report` gives if it came to no end.
[[nodiscard]] int run_isolated(Program& program, const std::function<int(Program&)>& explore,
                               const std::function<int(const SuddenEnd&)>& report);

}  // namespace mazurka::cli
