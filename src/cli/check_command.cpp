#include "cli/check_command.h"

#include <algorithm>

#include "cli/files.h"
#include "cli/interrupt.h"
#include "cli/isolated_run.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/run.h"
#include "explore/explorer.h"
#include "explore/rerun.h"
#include "explore/shorten/shorten.h"

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

// All that is known if the process with the exploration is gone.
Summary summary_of(const SuddenEnd& end, const CheckCommand& command) {
  Summary summary;
  summary.algorithm = name_of(command.algorithm);
  summary.stopped_at_error = true;
  summary.executions = summary.error_executions = 1;
  summary.notes.push_back("the process died in its execution " + std::to_string(end.executions) +
                          ": what it found before is lost, the rest is unexplored");
  Counterexample& error = summary.errors.emplace_back();
  error.schedule = end.schedule;
  error.finding = {.kind = FindingKind::crash,
                   .message = "the process was ended by " + end.how,
                   .position = static_cast<Position>(end.schedule.steps.size())};
  error.schedule.error = error.finding.message;
  return summary;
}

// The searches take time: of many errors, some are enough.
void shorten_errors(Summary& summary, Program& program) {
  constexpr std::size_t most = 10;
  const ShortenOptions options{.interrupted = &watch_for_interrupts()};
  for (std::size_t i = 0; i < std::min(most, summary.errors.size()); ++i)
    shorten(summary.errors[i], program, options);
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
  refuse_to_overwrite(command.outputs, command.program);

  const LoadedProgram loaded = load(command.program);
  const auto finish = [&](Report report) {
    const ScheduleOrigin origin{command.program, loaded.hash};
    const bool has_schedules = write_schedules(report, origin, schedule, err);
    const TextOptions text{.verbose = command.verbose,
                           .statistics = command.statistics || command.rerun};
    const bool has_outputs = print_report(report, text, command.outputs, out, err);
    out.flush();
    return has_schedules && has_outputs ? status_of(report.summary) : wrong_input;
  };
  const auto explore_it = [&](Program& program) {
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
    Report report{.program = name, .summary = explore_anew(program, algorithm, options)};
    if (command.rerun) rerun.measure(program, report.summary);
    if (!command.no_shorten) shorten_errors(report.summary, program);
    line.erase();
    return finish(std::move(report));
  };
  if (!command.isolate) return explore_it(*loaded.program);
  return run_isolated(*loaded.program, explore_it, [&](const SuddenEnd& end) {
    return finish({.program = name, .summary = summary_of(end, command)});
  });
}

}  // namespace mazurka::cli
