#include "cli/check_command.h"

#include <algorithm>

#include "cli/check_by_workers.h"
#include "cli/check_in_child.h"
#include "cli/child/supervise.h"
#include "cli/cluster_join.h"
#include "cli/explain_errors.h"
#include "cli/exploring_command.h"
#include "cli/merged_results.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/rerun.h"
#include "cli/run.h"
#include "core/user_error.h"
#include "explore/counterexample/caller_locations.h"
#include "program/learning.h"
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

// Where a bound stopped it: how far it came, and how to go on.
void add_outlook(Summary& summary, const CheckCommand& command, bool has_checkpoint) {
  switch (summary.bound) {
    case Bound::executions:
    case Bound::timeout:
    case Bound::interrupt:
    case Bound::memory:
    case Bound::killed:
      break;
    default:
      return;
  }
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
  else if (command.checkpoint.empty() && command.cluster.empty())
    summary.notes.push_back("use --checkpoint FILE to be able to resume");
}

int status_of(const Report& report, const CheckCommand& command) {
  switch (verdict_of(report)) {
    case Verdict::safe:
      return safe;
    case Verdict::error:
      return error_found;
    case Verdict::incomplete:
      break;
  }
  return command.allow_incomplete ? safe : incomplete;
}

// What the parent of the exploring processes does (child/supervise.h).
class Check {
 public:
  Check(const CheckCommand& command, const Loader& load, std::ostream& out, std::ostream& err)
      : command_(command),
        run_(command, command.program, load),
        child_(command, run_),
        out_(out),
        err_(err) {}

  int run() const {
    const SharedMemory memory;
    SharedState& state = memory.state();
    run_.let_give_up_in(state.gave_up);
    ChildResult result = explore(state);
    if (has_given_up(state, result)) return wrong_input;
    if (command_.joins) return tell_end_of_worker(result);
    if (!result.status) erase_progress();
    if (result.errors.empty()) result.throw_mistake();
    Summary summary = summary_of(result, state);
    if (result.died() && !result.summary) run_.add_death(summary, result, state, out_, err_);
    add_outlook(summary, command_, result.has_checkpoint);
    return report(std::move(summary));
  }

 private:
  // What a child starts with.
  struct Start {
    bool scouts = true;              // it learns about the program before it explores
    std::vector<std::string> facts;  // what children that died have learned
    std::vector<std::string> warnings;
    double seconds_so_far = 0;
  };

  [[nodiscard]] ChildResult explore(SharedState& state) const {
    if (!command_.cluster.empty())
      return explore_by_cluster(command_, run_, child_, state, out_, err_);
    // One process cannot continue what several have left.
    const bool is_shared = child_.resumes() && child_.resumed().is_of_workers;
    if (command_.jobs > 1 || is_shared)
      return explore_by_workers(command_, run_, child_, state, out_, err_);
    return explore_until_nothing_is_learned(state);
  }

  // The process that leads the exploration reports.
  [[nodiscard]] int tell_end_of_worker(const ChildResult& result) const {
    erase_progress();
    if (result.mistake) result.throw_mistake();
    out_ << (result.summary ? "mazurka: this worker has ended\n"
                            : "mazurka: the program died in this worker, which has ended; the "
                              "process that leads the exploration will report it\n");
    out_.flush();
    return safe;
  }

  // Explores in a child. If it dies in an execution in which it has learned something, another one
  // starts with that. So a data race between accesses that only this execution makes is found
  // before the process dies, and locks that only this execution shares are known.
  [[nodiscard]] ChildResult explore_until_nothing_is_learned(SharedState& state) const {
    constexpr int most_children = 100;
    Start start;
    for (int i = 1;; ++i) {
      ChildResult result = explore_in_child(state, start);
      result.warnings.insert(result.warnings.begin(), start.warnings.begin(), start.warnings.end());
      run_.know_warnings(result.warnings);
      const bool died_at_start = result.last_phase == Phase::starting && start.scouts;
      if (!result.died() || result.summary || has_given_up(state, result) || i == most_children)
        return result;
      if (!died_at_start && (child_.resumes() || !state.facts.has_news())) return result;
      if (died_at_start) start.scouts = false;
      if (!child_.resumes()) start.facts = state.facts.all();
      start.warnings = std::move(result.warnings);
      start.seconds_so_far += result.seconds;
      state.reset();
    }
  }

  [[nodiscard]] ChildResult explore_in_child(SharedState& state, const Start& start) const {
    ChildLimits limits = run_.child_limits();
    if (limits.timeout_seconds > 0)
      limits.timeout_seconds = std::max(limits.timeout_seconds - start.seconds_so_far, 0.01);
    return supervise(state, limits, out_, err_, [&](const ChildSide& side) {
      if (Learning* const learning = run_.program().learning()) {
        if (!start.scouts) learning->skip_scouting();
        learning->record_facts(side.state.facts);
        if (!start.facts.empty()) learning->use_facts(start.facts);
      }
      run_.connect(side);
      child_.explore_and_explain(side);
      return 0;
    });
  }

  // Returns the result of the exploration, or what is known of it if the child did not send it.
  [[nodiscard]] Summary summary_of(ChildResult& result, const SharedState& state) const {
    Summary summary;
    if (result.summary) {
      summary = std::move(*result.summary);
    } else {
      summary.algorithm = result.algorithm.empty() ? name_of(command_.algorithm) : result.algorithm;
      state.last_counts().give(summary);
      summary.seconds = result.seconds;
      summary.peak_memory_kib = result.peak_memory_kib;
      summary.bound = result.mistake ? Bound::killed : result.bound();
      summary.warnings = std::move(result.warnings);
      if (const double executions = state.estimate; executions > 0)
        summary.estimate = {executions, static_cast<double>(summary.maximal_executions())};
    }
    if (result.mistake) summary.warnings.push_back("internal error: " + *result.mistake);
    summary.errors = std::move(result.errors);
    if (command_.keep_going) sort_other_places(summary.errors);
    drop_repetitions(summary.errors);
    return summary;
  }

  // The child did not get to erase its progress line.
  void erase_progress() const {
    ProgressLine line(err_);
    if (line.as_wanted(command_.progress)) line.say("");
  }

  [[nodiscard]] int report(Summary summary) const {
    Report report{.program = command_.program.files.front(), .summary = std::move(summary)};
    report.policy = command_.policy;
    run_.add_unseen_parts(report.summary.not_covered);
    const auto print = [&](const Report& named) {
      const TextOptions text{.verbose = command_.verbose,
                             .statistics = command_.statistics || command_.rerun};
      const bool is_printed =
          print_report(named, text, command_.outputs, out_, err_) &&
          write_junit(named, command_.outputs.junit, command_.allow_incomplete, out_, err_);
      out_.flush();
      return is_printed;
    };
    return run_.finish(report, print, status_of(report, command_), err_);
  }

  const CheckCommand& command_;
  ExploringRun run_;
  CheckInChild child_;
  std::ostream& out_;
  std::ostream& err_;
};

}  // namespace

int run_check(const CheckCommand& command, const Loader& load, std::ostream& out,
              std::ostream& err) {
  require_fit_checkpoint(command);
  require_fit_jobs(command);
  require_fit_cluster(command);
  if (command.isolate)
    err << "mazurka: note: --isolate has no effect: exploring always runs in a separate process\n";
  return Check(command, load, out, err).run();
}

}  // namespace mazurka::cli
