#include "cli/check_command.h"

#include "cli/files.h"
#include "cli/interrupt.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/run.h"
#include "explore/explorer.h"
#include "explore/rerun.h"

namespace mazurka::cli {

namespace {

ExploreOptions explore_options(const CheckCommand& command, ProgressLine& line) {
  ExploreOptions options;
  options.keep_going = command.keep_going;
  options.count_traces = command.count_traces;
  options.max_executions = command.max_executions;
  options.timeout_seconds = command.timeout_seconds;
  options.max_steps = command.max_steps;
  options.interrupted = &watch_for_interrupts();
  options.progress = line.as_wanted(command.progress);
  return options;
}

int status_of(const Summary& summary) {
  switch (verdict_of(summary)) {
    case Verdict::safe:
      return safe;
    case Verdict::error:
      return error_found;
    case Verdict::incomplete:
      break;
  }
  return incomplete;
}

}  // namespace

int run_check(const CheckCommand& command, const Loader& load, std::ostream& out,
              std::ostream& err) {
  const std::string& name = command.program.files.front();
  const std::string schedule =
      command.schedule.empty() ? stem_of(name) + ".schedule" : command.schedule;
  refuse_to_overwrite("--schedule", schedule, command.program);
  refuse_to_overwrite("--json", command.json, command.program);

  const LoadedProgram loaded = load(command.program);
  Rerun rerun;
  const auto algorithm = [&] {
    rerun.begin();
    return make_algorithm(command.algorithm, command.algorithm_options);
  };
  ProgressLine line(err);
  ExploreOptions options = explore_options(command, line);
  if (command.rerun)
    options.on_execution = [&](const Execution& execution, const Ending&) {
      rerun.remember(execution);
    };
  Report report{.program = name, .summary = explore_anew(*loaded.program, algorithm, options)};
  if (command.rerun) rerun.measure(*loaded.program, report.summary);
  line.erase();

  const ScheduleOrigin origin{command.program, loaded.hash};
  const bool has_schedules = write_schedules(report, origin, schedule, err);
  const TextOptions text{.verbose = command.verbose,
                         .statistics = command.statistics || command.rerun};
  const bool has_json = print_report(report, text, command.json, out, err);
  return has_schedules && has_json ? status_of(report.summary) : wrong_input;
}

}  // namespace mazurka::cli
