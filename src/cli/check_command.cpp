#include "cli/check_command.h"

#include "cli/files.h"
#include "cli/interrupt.h"
#include "cli/isolated_run.h"
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

// The process with the exploration is gone: the last thing that is known of it.
void add_sudden_end(Summary& summary, const SuddenEnd& end) {
  summary.stopped_at_error = true;
  summary.bound = Bound::none;
  ++summary.executions;
  ++summary.error_executions;
  summary.notes.push_back("the process died in its execution " + std::to_string(end.executions) +
                          ": the rest is unexplored");
  Counterexample& error = summary.errors.emplace_back();
  error.schedule = end.schedule;
  error.finding = {.kind = FindingKind::crash,
                   .message = "the process was ended by " + end.how,
                   .position = static_cast<Position>(end.schedule.steps.size())};
  error.schedule.error = error.finding.message;
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

  ProgramToLoad to_load = command.program;
  to_load.run.scouts = !command.isolate;
  const LoadedProgram loaded = load(to_load);
  const auto finish = [&](Report report) {
    const ScheduleOrigin origin{command.program, loaded.hash};
    const bool has_schedules = write_schedules(report, origin, schedule, err);
    const TextOptions text{.verbose = command.verbose,
                           .statistics = command.statistics || command.rerun};
    const bool has_json = print_report(report, text, command.json, out, err);
    out.flush();
    return has_schedules && has_json ? status_of(report.summary) : wrong_input;
  };
  const auto summary_with = [&](Program& program, const std::atomic<bool>* enough) {
    Rerun rerun;
    const auto algorithm = [&] {
      rerun.begin();
      return make_algorithm(command.algorithm, command.algorithm_options);
    };
    ProgressLine line(err);
    ExploreOptions options = explore_options(command, line);
    if (enough != nullptr) options.interrupted = enough;
    if (command.rerun)
      options.on_execution = [&](const Execution& execution, const Ending&) {
        rerun.remember(execution);
      };
    Summary summary = explore_anew(program, algorithm, options);
    if (command.rerun) rerun.measure(program, summary);
    line.erase();
    return summary;
  };
  IsolatedRun run;
  run.explore = [&](Program& program) {
    return finish({.program = name, .summary = summary_with(program, nullptr)});
  };
  if (!command.isolate) return run.explore(*loaded.program);
  run.report = [&](const SuddenEnd& end) {
    Report report{.program = name};
    report.summary.algorithm = name_of(command.algorithm);
    add_sudden_end(report.summary, end);
    return finish(std::move(report));
  };
  if (command.keep_going)  // else the exploration has ended with the first error
    run.explore_again = [&](Program& program, const SuddenEnd& end,
                            const std::atomic<bool>& enough) {
      Report report{.program = name, .summary = summary_with(program, &enough)};
      add_sudden_end(report.summary, end);
      return finish(std::move(report));
    };
  return run_isolated(*loaded.program, run);
}

}  // namespace mazurka::cli
