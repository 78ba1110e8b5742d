#include "cli/robust_command.h"

#include "cli/exploration.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/run.h"
#include "explore/robust/robustness.h"
#include "report/robust_report.h"

namespace mazurka::cli {

namespace {

RobustOptions robust_options(const RobustCommand& command, ProgressLine& line) {
  RobustOptions options;
  options.method = command.method;
  options.main = command.main;
  options.explore = explore_options(command, line);
  return options;
}

int status_of(RobustVerdict verdict) {
  switch (verdict) {
    case RobustVerdict::holds:
    case RobustVerdict::benign:
      return safe;
    case RobustVerdict::violated:
      return error_found;
    case RobustVerdict::undecided:
    case RobustVerdict::unknown:
      break;
  }
  return incomplete;
}

}  // namespace

int run_robust(const RobustCommand& command, const Loader& load, std::ostream& out,
               std::ostream& err) {
  const std::string& name = command.program.files.front();
  const std::string schedule = fit_schedule_file(command);
  const LoadedProgram loaded = load(command.program);
  loaded.program->show_all_variables();
  ProgressLine line(err);
  RobustReport report{.program = name,
                      .shows_benign = command.conflicts,
                      .summary = check_robustness(*loaded.program, robust_options(command, line))};
  line.erase();

  const ScheduleOrigin origin{command.program, loaded.hash};
  const bool has_schedules = write_schedules(report, origin, schedule, err);
  const bool has_outputs =
      print_robust_report(report, {.verbose = command.verbose}, command.outputs, out, err);
  const bool lacks_wanted_schedule = !has_schedules && !command.schedule.empty();
  return has_outputs && !lacks_wanted_schedule ? status_of(verdict_of(report.summary))
                                               : wrong_input;
}

}  // namespace mazurka::cli
