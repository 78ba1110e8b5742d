#include "program/native/plain_run.h"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <string>
#include <unistd.h>

#include "program/native/process/running.h"
#include "program/native/schedule/runtime.h"

namespace mazurka::native {

namespace {

// Runs the tasks in turn (round robin), so that a task that waits in a loop does not run for ever.
void run_to_its_end(Runtime& program) {
  program.restart();
  TaskId last{0};
  while (program.tasks.ever(TaskId{0})->standing != Standing::ended && !program.enabled().empty() &&
         program.ending().failures.empty()) {
    const auto enabled = program.enabled();
    const auto later = std::ranges::find_if(enabled, [&](Choice c) { return c.task > last; });
    const Choice next = later != enabled.end() ? *later : enabled.front();
    last = next.task;
    program.step(next);
  }
}

[[noreturn]] void end_badly(const std::string& what) {
  const std::string text = "mazurka: " + what + "\n";
  [[maybe_unused]] const auto written = write(2, text.data(), text.size());
  _exit(134);  // as after an abort
}

}  // namespace

int run_plainly(int (*main)(int, char**, char**), int count, char** arguments) {
  runs_plainly = true;
  // Neither object is destroyed, because the program's exit handlers run after this function.
  Registry& registry = *std::make_unique<Registry>().release();
  Runtime& program =
      *std::make_unique<Runtime>(
           registry,
           ProgramToRun{.main = main, .arguments = {arguments, arguments + count}, .once = true})
           .release();
  run_to_its_end(program);
  const Ending ending = program.ending();
  if (!ending.failures.empty()) end_badly(ending.failures.front().message);
  const Task& main_task = *program.tasks.ever(TaskId{0});
  if (main_task.standing != Standing::ended) end_badly("a deadlock: no task can continue");
  return static_cast<int>(reinterpret_cast<std::intptr_t>(main_task.code.result));
}

}  // namespace mazurka::native
