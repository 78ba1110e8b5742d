#include "cli/check_command.h"

#include <optional>

#include "cli/checkpoints.h"
#include "cli/chosen_algorithm.h"
#include "cli/explain_errors.h"
#include "cli/exploring_command.h"
#include "cli/isolated_run.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/rerun.h"
#include "cli/run.h"
#include "core/user_error.h"
#include "explore/estimate/calibrated_estimate.h"
#include "explore/estimate/sampled_estimate.h"
#include "explore/explorer.h"
#include "explore/redundancy/key_folder.h"
#include "program/state_view.h"
#include "report/outlook.h"

namespace mazurka::cli {

namespace {

void require_fit_checkpoint(const CheckCommand& command) {
  require_fit_file(command.checkpoint == command.resume ? "--resume" : "--checkpoint",
                   command.checkpoint, command.program);
  if (!command.checkpoint.empty() &&
      (command.algorithm == AlgorithmName::em || command.algorithm == AlgorithmName::event_paper))
    throw UserError("",
                    "the algorithm '" + std::string(name_of(command.algorithm)) +
                        "' does not support checkpoints",
                    "use another algorithm");
}

ProgramToLoad program_to_check(const CheckCommand& command) {
  ProgramToLoad program = command.program;
  program.run.scouts = !command.isolate;
  return program;
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
                  const std::string& program_hash, KeyFolder& keys, std::ostream& err) try {
  write_checkpoint(checkpoint, command, program_hash, keys);
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

int status_of(const Summary& summary, const CheckCommand& command) {
  switch (verdict_of(summary)) {
    case Verdict::safe:
      return safe;
    case Verdict::error:
      return error_found;
    case Verdict::incomplete:
      break;
  }
  return command.allow_incomplete ? safe : incomplete;
}

class Check {
 public:
  Check(const CheckCommand& command, const Loader& load, std::ostream& out, std::ostream& err)
      : command_(command),
        run_(command, program_to_check(command), load),
        resumed_(read_checkpoint(command, run_.hash())),
        out_(out),
        err_(err) {
    if (resumed_) restore_ids(run_.program(), *resumed_);
  }

  int run() const { return report(explore(run_.program())); }

  // Explores in another process: if that dies, what it was doing is an error like others.
  int run_isolated() const {
    IsolatedRun isolated;
    isolated.explore = [&](Program& program) { return report(explore(program)); };
    isolated.report = [&](const SuddenEnd& end) {
      Summary summary;
      summary.algorithm = name_of(command_.algorithm);
      add_sudden_end(summary, end);
      return report(std::move(summary));
    };
    if (command_.keep_going)  // else the exploration has ended with the first error
      isolated.explore_again = [&](Program& program, const SuddenEnd& end,
                                   const std::atomic<bool>& enough) {
        Summary summary = explore(program, &enough);
        add_sudden_end(summary, end);
        return report(std::move(summary));
      };
    return cli::run_isolated(run_.program(), isolated);
  }

 private:
  // `enough`: ends the exploration instead of Ctrl-C.
  [[nodiscard]] Summary explore(Program& program, const std::atomic<bool>* enough = nullptr) const {
    ProgressLine line(err_);
    ExploreOptions options = options_with(line, program);
    if (enough != nullptr) options.interrupted = enough;
    bool has_checkpoint = false;
    const std::shared_ptr<KeyFolder> keys = key_folder_of(command_);
    if (!command_.checkpoint.empty()) {
      options.save = [&](const Checkpoint& checkpoint) {
        has_checkpoint = try_to_write(checkpoint, command_, run_.hash(), *keys, err_);
      };
      options.save_failed = [&](const UserError& error) {
        has_checkpoint = false;
        print(error, err_);
      };
    }
    const auto algorithm = [&] { return chosen_algorithm(command_, program, keys); };
    Summary summary = command_.rerun ? explore_and_rerun(program, algorithm, options)
                                     : explore_anew(program, algorithm, options);
    add_outlook(summary, command_, has_checkpoint);
    explain(summary, program, line);
    return summary;
  }

  [[nodiscard]] ExploreOptions options_with(ProgressLine& line, Program& program) const {
    ExploreOptions options = run_.explore_options(line);
    options.keep_going = command_.keep_going;
    options.count_traces = command_.count_traces;
    options.samples = samples();
    options.estimates = command_.algorithm_options.random.executions == 0;
    if (resumed_) options.resume = &*resumed_;
    if (options.progress && options.estimates && !command_.isolate)
      line.set_sampler([this, &program, interrupted = options.interrupted] {
        constexpr double seconds = 0.3;
        return estimate(program, chosen_algorithm_in_order(command_, program), {.seconds = seconds},
                        command_.max_steps, interrupted);
      });
    return options;
  }

  // Recorded traces have no errors to find but those of the recording, and brute force is for
  // comparisons.
  [[nodiscard]] bool samples() const {
    return !command_.no_sampling && command_.algorithm_options.random.executions == 0 &&
           command_.algorithm != AlgorithmName::naive && !command_.isolate &&
           run_.program().state_view().has_values();
  }

  void explain(Summary& summary, Program& program, ProgressLine& line) const {
    if (takes_a_while_to_explain(summary)) line.say("an error was found; analysing it");
    // Where an execution may end the process, no others are tried.
    if (!command_.no_shorten && !command_.isolate) shorten_errors(summary, program);
    // Not by `program`, which writes down the steps of an isolated process: these happened before.
    locate_errors(summary, run_.program());
    line.erase();
  }

  [[nodiscard]] int report(Summary summary) const {
    Report report{.program = command_.program.files.front(), .summary = std::move(summary)};
    const auto print = [&](const Report& named) {
      const TextOptions text{.verbose = command_.verbose,
                             .statistics = command_.statistics || command_.rerun};
      const bool is_printed =
          print_report(named, text, command_.outputs, out_, err_) &&
          write_junit(named, command_.outputs.junit, command_.allow_incomplete, out_, err_);
      out_.flush();
      return is_printed;
    };
    return run_.finish(report, print, status_of(report.summary, command_), err_);
  }

  const CheckCommand& command_;
  ExploringRun run_;
  std::optional<Checkpoint> resumed_;
  std::ostream& out_;
  std::ostream& err_;
};

}  // namespace

int run_check(const CheckCommand& command, const Loader& load, std::ostream& out,
              std::ostream& err) {
  require_fit_checkpoint(command);
  const Check check(command, load, out, err);
  return command.isolate ? check.run_isolated() : check.run();
}

}  // namespace mazurka::cli
