#include "cli/check_command.h"

#include <algorithm>
#include <optional>

#include "cli/checkpoints.h"
#include "cli/exploration.h"
#include "cli/interrupt.h"
#include "cli/isolated_run.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/run.h"
#include "core/user_error.h"
#include "explore/algorithm/random.h"
#include "explore/counterexample/caller_locations.h"
#include "explore/counterexample/shorten/shorten.h"
#include "explore/estimate/calibrated_estimate.h"
#include "explore/estimate/sampled_estimate.h"
#include "explore/explorer.h"
#include "explore/rerun.h"
#include "report/outlook.h"

namespace mazurka::cli {

namespace {

ExploreOptions check_options(const CheckCommand& command, ProgressLine& line) {
  ExploreOptions options = explore_options(command, line);
  options.keep_going = command.keep_going;
  options.count_traces = command.count_traces;
  options.estimates = command.algorithm_options.random.executions == 0;
  return options;
}

// Where a bound stopped it: how far it came, and how to go on.
void add_outlook(Summary& summary, const CheckCommand& command, bool has_checkpoint) {
  if (summary.bound != Bound::executions && summary.bound != Bound::timeout &&
      summary.bound != Bound::interrupt)
    return;
  if (command.algorithm_options.random.executions != 0) return;
  if (summary.estimate)
    summary.estimate->executions =
        outlook_while_exploring(*summary.estimate,
                                static_cast<double>(summary.maximal_executions()))
            .executions;
  const std::string part = covered_part(summary);
  if (!part.empty()) summary.notes.push_back("explored: " + part);
  if (has_checkpoint)
    summary.notes.push_back("to continue: run the same command with --resume " +
                            command.checkpoint);
  else if (command.checkpoint.empty())
    summary.notes.push_back("use --checkpoint FILE to be able to resume");
}

// What was explored must not be lost because a checkpoint cannot be written.
bool try_to_write(const Checkpoint& checkpoint, const CheckCommand& command,
                  const std::string& program_hash, std::ostream& err) try {
  write_checkpoint(checkpoint, command, program_hash);
  return true;
} catch (const UserError& error) {
  print(error, err);
  return false;
}

// The process with the exploration is gone: the last thing that is known of it.
void add_sudden_end(Summary& summary, const SuddenEnd& end) {
  summary.stopped_at_error = true;
  summary.bound = Bound::none;
  ++summary.executions;
  ++summary.error_executions;
  summary.notes.push_back("the process died in execution " + std::to_string(end.executions) +
                          ": the rest is unexplored");
  Counterexample& error = summary.errors.emplace_back();
  error.schedule = end.schedule;
  error.finding = {.kind = FindingKind::crash,
                   .message = "the process was terminated by " + end.how,
                   .position = static_cast<Position>(end.schedule.steps.size())};
  error.schedule.error = error.finding.message;
}

// To look at its errors once more.
bool takes_a_while(const Summary& summary) {
  constexpr double seconds = 1;
  constexpr std::size_t steps = 100'000;
  return std::ranges::any_of(summary.errors, [&](const Counterexample& error) {
    return summary.seconds > seconds || error.choices.size() > steps;
  });
}

class Hurry {
 public:
  explicit Hurry(Program& program) : program_(program) { program_.hurry(true); }
  ~Hurry() { program_.hurry(false); }
  Hurry(const Hurry&) = delete;
  Hurry& operator=(const Hurry&) = delete;

 private:
  Program& program_;
};

// A computation that was found to have no end is not waited for once more. Others are: they may
// just take long.
void show_caller_locations_of_errors(Summary& summary, Program& program) {
  const bool is_endless = std::ranges::any_of(summary.errors, [](const Counterexample& error) {
    return error.finding.kind == FindingKind::livelock;
  });
  std::optional<Hurry> hurry;
  if (is_endless) hurry.emplace(program);
  show_caller_locations(summary, program);
}

// The searches take time: of many errors, some are enough.
void shorten_errors(Summary& summary, Program& program) {
  constexpr std::size_t most = 10;
  const Hurry hurry(program);
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
  const std::string schedule = fit_schedule_file(command);
  require_fit_file(command.checkpoint == command.resume ? "--resume" : "--checkpoint",
                   command.checkpoint, command.program);
  if (!command.checkpoint.empty() && command.algorithm == AlgorithmName::em)
    throw UserError("", "the algorithm 'em' does not support checkpoints", "use another algorithm");

  ProgramToLoad to_load = command.program;
  to_load.run.scouts = !command.isolate;
  const LoadedProgram loaded = load(to_load);
  const std::optional<Checkpoint> resumed = read_checkpoint(command, loaded.hash);
  if (resumed) restore_ids(*loaded.program, *resumed);
  const auto finish = [&](Report report) {
    const ScheduleOrigin origin{command.program, loaded.hash};
    const bool has_schedules = write_schedules(report, origin, schedule, err);
    const TextOptions text{.verbose = command.verbose,
                           .statistics = command.statistics || command.rerun};
    const bool has_outputs =
        print_report(report, text, command.outputs, out, err) &&
        write_junit(report, command.outputs.junit, command.allow_incomplete, out, err);
    out.flush();
    // Who asked for a file must get it. An error counts for more than a file that he did not name.
    const bool lacks_wanted_schedule = !has_schedules && !command.schedule.empty();
    if (lacks_wanted_schedule || !has_outputs) return static_cast<int>(wrong_input);
    const int status = status_of(report.summary);
    return status == incomplete && command.allow_incomplete ? static_cast<int>(safe) : status;
  };
  const auto summary_with = [&](Program& program, const std::atomic<bool>* enough) {
    Rerun rerun;
    const auto algorithm = [&] {
      rerun.begin();
      if (command.algorithm_options.random.executions != 0)
        return make_random(command.algorithm_options);
      return make_algorithm(command.algorithm, command.algorithm_options);
    };
    ProgressLine line(err);
    ExploreOptions options = check_options(command, line);
    if (options.progress && options.estimates && !command.isolate)
      line.set_sampler([&] {
        constexpr double seconds = 0.3;
        const auto in_order = [&](std::uint64_t seed) {
          AlgorithmOptions shuffled = command.algorithm_options;
          shuffled.order_seed = seed;
          return make_algorithm(command.algorithm, shuffled);
        };
        return estimate(program, in_order, {.seconds = seconds}, command.max_steps,
                        options.interrupted);
      });
    if (enough != nullptr) options.interrupted = enough;
    bool has_checkpoint = false;
    if (!command.checkpoint.empty())
      options.save = [&](const Checkpoint& checkpoint) {
        has_checkpoint = try_to_write(checkpoint, command, loaded.hash, err);
      };
    if (resumed) options.resume = &*resumed;
    if (command.rerun) {
      options.on_execution = [&](const Execution& execution, const Ending&) {
        rerun.remember(execution);
      };
      options.between_executions = [&] { rerun.catch_up(program); };
    }
    Summary summary = explore_anew(program, algorithm, options);
    if (command.rerun) rerun.finish(program, summary);
    add_outlook(summary, command, has_checkpoint);
    if (takes_a_while(summary)) line.say("an error was found; analysing it");
    // Where an execution may end the process, no others are tried.
    if (!command.no_shorten && !command.isolate) shorten_errors(summary, program);
    // Past what writes down the steps of an isolated process: these have happened before.
    show_caller_locations_of_errors(summary, *loaded.program);
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
