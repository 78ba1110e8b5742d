#include "cli/exploring_command.h"

#include "cli/files.h"
#include "cli/interrupt.h"

namespace mazurka::cli {

namespace {

// Returns where the schedule of the first error goes. Throws UserError if that file, or one of the
// other outputs, cannot be written.
std::string fit_schedule_file(const ExploringCommand& command) {
  const std::string file = command.schedule.empty()
                               ? stem_of(command.program.files.front()) + ".schedule"
                               : command.schedule;
  require_fit_file("--schedule", file, command.program);
  require_fit_files(command.outputs, command.program);
  return file;
}

}  // namespace

ExploringRun::ExploringRun(const ExploringCommand& command, const ProgramToLoad& program,
                           const Loader& load)
    : command_(command), schedule_(fit_schedule_file(command)), loaded_(load(program)) {}

ExploreOptions ExploringRun::explore_options(ProgressLine& line) const {
  ExploreOptions options;
  options.max_executions = command_.max_executions;
  options.timeout_seconds = command_.timeout_seconds;
  options.max_steps = command_.max_steps;
  options.interrupted = &watch_for_interrupts();
  options.progress = line.as_wanted(command_.progress);
  return options;
}

}  // namespace mazurka::cli
