#include "cli/exploration.h"

#include "cli/files.h"
#include "cli/interrupt.h"
#include "cli/output.h"

namespace mazurka::cli {

ExploreOptions explore_options(const ExploringCommand& command, ProgressLine& line) {
  ExploreOptions options;
  options.max_executions = command.max_executions;
  options.timeout_seconds = command.timeout_seconds;
  options.max_steps = command.max_steps;
  options.interrupted = &watch_for_interrupts();
  options.progress = line.as_wanted(command.progress);
  return options;
}

std::string fit_schedule_file(const ExploringCommand& command) {
  const std::string file = command.schedule.empty()
                               ? stem_of(command.program.files.front()) + ".schedule"
                               : command.schedule;
  require_fit_file("--schedule", file, command.program);
  require_fit_files(command.outputs, command.program);
  return file;
}

}  // namespace mazurka::cli
