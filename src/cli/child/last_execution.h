// Describes the execution in which an exploring child died.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "cli/child/supervise.h"
#include "core/registry.h"
#include "core/step.h"
#include "program/program.h"

namespace mazurka::cli {

// The execution in which a child died, as it left it in the shared memory.
struct LastExecution {
  std::string how;                     // end_in_words()
  std::uint64_t runs = 0;              // executions that were started, attempts included
  std::vector<std::string> knowledge;  // what the program had learned
  std::vector<TaskName> tasks;         // by id
  std::vector<Choice> choices;         // the last one may not have been completed
};

[[nodiscard]] LastExecution last_execution(const SharedState& state, const ChildResult& result);

// The errors of the last execution: its data races, if there are any, including those of the step
// in which the process died, and the death of the process.
struct Death {
  std::vector<Counterexample> errors;
  // False if the execution ran again and the process survived: then something outside of the
  // program ended it, or memory of the checker that an earlier execution had overwritten.
  bool is_reproducible = true;
};

// Runs the execution again in another child, up to the step in which the process died, and
// describes it. Then makes that step, which tells whether the program is to blame. If this child
// dies earlier than the first one, the execution is described up to there. `state` is overwritten.
// REQUIRES: the program has not run in this process.
[[nodiscard]] Death describe_death(Program& program, const LastExecution& last,
                                   const ChildLimits& limits, SharedState& state, std::ostream& out,
                                   std::ostream& err);

}  // namespace mazurka::cli
