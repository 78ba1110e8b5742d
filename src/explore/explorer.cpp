#include "explore/explorer.h"

#include <algorithm>
#include <chrono>
#include <string>
#include <sys/resource.h>
#include <unordered_set>

#include "check/check.h"
#include "core/invariant.h"
#include "core/trace_key.h"
#include "explore/checkpoint_io.h"
#include "explore/counterexample/counterexample.h"
#include "explore/counterexample/early_end.h"
#include "explore/estimate/tree_estimate.h"
#include "explore/expected_step.h"

namespace mazurka {
namespace {

using Clock = std::chrono::steady_clock;

class Exploration {
 public:
  Exploration(Program& program, Algorithm& algorithm, const ExploreOptions& options)
      : program_(program),
        name_(algorithm.name()),
        algorithm_(algorithm.fit_for(program)),
        options_(options),
        execution_(program.registry(), algorithm_.relation(), options.conflicts),
        started_(Clock::now()) {}

  Summary run() try {
    summary_.algorithm = name_;
    algorithm_.limit_steps(options_.max_steps);
    algorithm_.begin(program_, execution_);
    std::optional<Position> keep = options_.resume != nullptr ? resume(*options_.resume) : 0;
    while (keep && summary_.bound == Bound::none && !summary_.stopped_at_error) {
      ++runs_;
      if (!replay(*keep)) break;
      // Of what a program has just shown for the first time (a handler), algorithms know nothing.
      if (extend() && !program_.knows_more()) finish_run();
      if (program_.knows_more()) summary_.bound = Bound::learned;
      if (summary_.bound == Bound::none && !summary_.stopped_at_error) {
        keep = algorithm_.backtrack();
        if (keep && options_.estimates) follow_tree(*keep);
        departure_.reset();
        if (keep && *keep < execution_.size()) departure_ = {*keep, execution_[*keep].id()};
        if (keep) check_bounds();
        if (program_.knows_more() || algorithm_.is_misled()) summary_.bound = Bound::learned;
        if (keep && options_.save) save_now_and_then(*keep);
        if (keep && options_.between_executions) options_.between_executions();
        if (keep && summary_.bound != Bound::none && options_.estimates)
          summary_.estimate = tree_.now(algorithm_, summary_.maximal_executions());
      }
    }
    return finish();
  } catch (const UnseenAccess& unseen) {
    report_unseen_access(unseen.task);
    return finish();
  } catch (const InvariantError& error) {
    if (differs_when_run_again()) return finish();
    throw InvariantError(error.what() + ("\nin execution " + std::to_string(runs_)) +
                         " of algorithm " + std::string(name_) + ", after the steps" +
                         steps_so_far());
  }

 private:
  // As paths of tasks, which mean the same in every exploration of the program.
  [[nodiscard]] std::string steps_so_far() const {
    std::string text;
    for (const Event& event : execution_.events()) {
      text += " " + program_.registry().path_of(event.task);
      if (event.choice != 0) text += ":" + std::to_string(event.choice);
    }
    return text.empty() ? " (none)" : text;
  }

  // Runs the shared prefix again. What it does is known; only that it does the same is checked.
  // False if it does not: then nothing more can be explored.
  bool replay(Position length) {
    execution_.truncate(length);
    program_.restart();
    if (const auto difference = program_.replay(execution_.events())) [[unlikely]] {
      report_difference(difference->position, difference->now);
      return false;
    }
    summary_.events += length;
    return true;
  }

  // `now` is null if the task cannot make the step.
  void report_difference(Position position, const Event* now) {
    const Registry& registry = program_.registry();
    const RecordedStep before = recorded_step(execution_[position], program_, registry);
    RecordedStep instead = waiting_step(before.task);
    if (now != nullptr) instead = recorded_step(*now, program_, registry);
    execution_.truncate(position);
    findings_.assign(
        1, nondeterminism_finding(position, before, instead, program_.last_outside_call()));
    report_findings();
    summary_.stopped_at_error = true;  // with --keep-going, too
  }

  // What the task would do next.
  [[nodiscard]] RecordedStep waiting_step(TaskId task) {
    pending_.clear();
    program_.pending(pending_);
    RecordedStep step{task, program_.describe(task) + ": has ended", "", {}};
    if (const auto left = std::ranges::find(pending_, task, &Pending::task);
        left != pending_.end()) {
      step.text = program_.describe(task) + ": " + program_.describe(*left);
      step.location = left->location;
      step.place = left->location.exists() ? program_.registry().text_of(left->location) : "";
    }
    return step;
  }

  // A step was planned that the task does not come to.
  void report_unseen_access(TaskId task) {
    findings_.assign(1, unseen_access_finding(execution_.size(), waiting_step(task)));
    report_findings();
    summary_.stopped_at_error = true;  // with --keep-going, too
  }

  // Is it the program that broke a promise, and not we? Its last execution, run again, may tell.
  bool differs_when_run_again() {
    constexpr int attempts = 16;
    for (int i = 0; i < attempts; ++i)
      if (!replay(execution_.size())) return true;
    return false;
  }

  // Goes on to the end. False if a bound stopped it on the way.
  bool extend() {
    while (true) {
      const auto enabled = program_.enabled();
      if (enabled.empty()) return maximal_ = true;
      if (execution_.size() >= options_.max_steps || needs_too_much_memory()) return too_long();
      // A run that is cut off here cannot be saved: its branch is no longer planned.
      if (execution_.size() % 4096 == 4095 && !options_.save &&
          (check_bounds(), summary_.bound != Bound::none))
        return false;
      const auto choice = algorithm_.pick(enabled);
      if (!choice) return !(maximal_ = false);
      execution_.push(run_expected(program_, *choice));
      ++summary_.events;
      ++summary_.transitions;
      algorithm_.executed();
    }
  }

  void finish_run() {
    pending_.clear();
    program_.pending(pending_);
    if (!maximal_ && algorithm_.ends_at_error()) {
      look_at_early_end();
    } else if (!maximal_) {
      if (!algorithm_.gives_up_on_purpose()) ++summary_.sleep_set_blocked;
    } else if (algorithm_.counts()) {
      count_execution();
    }
    // Last, because it may run the program again (probes).
    algorithm_.finished(maximal_, pending_);
  }

  void look_at_early_end() {
    ++summary_.executions;
    findings_.clear();
    mazurka::look_at_early_end(checks_, execution_, program_, pending_, findings_);
    report_findings();
  }

  void count_execution() {
    const Ending ending = program_.ending();
    switch (ending.kind) {
      case EndingKind::complete:
      case EndingKind::error:
        ++summary_.executions;
        break;
      case EndingKind::blocked:
        ++(ending.cut        ? summary_.cut
           : ending.given_up ? summary_.given_up
                             : summary_.assume_blocked);
        break;
      case EndingKind::deadlock:
        ++summary_.deadlocks;
        break;
    }
    if (options_.count_traces) traces_.insert(key_of(execution_));
    findings_.clear();
    checks_.look_at({execution_, program_, ending, pending_}, findings_);
    report_findings();
    if (options_.on_execution) options_.on_execution(execution_, ending);
  }

  // Keeps each distinct error once, with the execution that showed it first.
  void report_findings() {
    if (findings_.empty()) return;
    ++summary_.error_executions;
    const std::size_t known = summary_.errors.size();
    for (Finding& finding : findings_)
      if (seen_errors_.insert(finding.identity()).second)
        summary_.errors.push_back(
            algorithm_.ends_at_error()
                ? make_short_counterexample(execution_, program_, pending_, std::move(finding))
                : make_counterexample(execution_, program_, pending_, std::move(finding),
                                      departure_));
    if (options_.save && summary_.errors.size() > known) {
      error_schedules_.emplace_back();
      for (const Event& event : execution_.events())
        error_schedules_.back().push_back(event.as_choice());
    }
    if (!options_.keep_going) summary_.stopped_at_error = true;
  }

  // Happens-before takes a count per event and task. An execution that creates tasks for ever comes
  // to this bound long before --max-steps.
  [[nodiscard]] bool needs_too_much_memory() const {
    return std::uint64_t{execution_.size()} * program_.registry().task_count() >
           Execution::most_counts;
  }

  // An execution that does not end: nothing sound can be said about what would follow.
  bool too_long() {
    pending_.clear();
    program_.pending(pending_);
    findings_.assign(1, livelock_finding(execution_, program_, execution_.size()));
    if (execution_.size() < options_.max_steps)
      findings_.front().message =
          "an execution creates tasks without end: " + std::to_string(execution_.size()) +
          " steps so far, and " + std::to_string(program_.registry().task_count()) + " tasks";
    ++summary_.executions;
    report_findings();
    summary_.bound = Bound::steps;
    return false;
  }

  void check_bounds() {
    if (options_.interrupted != nullptr && options_.interrupted->load(std::memory_order_relaxed))
      summary_.bound = Bound::interrupt;
    if (options_.max_executions != 0 && summary_.maximal_executions() >= options_.max_executions)
      summary_.bound = Bound::executions;
    if (++bound_checks_ % 64 != 0 && execution_.size() < 4096) return;  // the clock is not free
    const double seconds = elapsed();
    if (options_.timeout_seconds > 0 && seconds >= options_.timeout_seconds)
      summary_.bound = Bound::timeout;
    if (options_.progress && seconds - last_progress_ >= 0.2) {
      last_progress_ = seconds;
      summary_.seconds = seconds + earlier_seconds_;
      if (options_.estimates)
        summary_.estimate = tree_.now(algorithm_, summary_.maximal_executions());
      options_.progress(summary_);
    }
  }

  void follow_tree(Position kept) {
    const std::uint64_t executions = summary_.maximal_executions();
    tree_.backtracked(kept, execution_.size(), executions);
    if (executions < next_estimate_) return;
    next_estimate_ = 2 * executions;
    summary_.earlier_estimates.emplace_back(executions,
                                            tree_.now(algorithm_, executions).executions);
  }

  // --- Checkpoints ---

  // When a bound stops us; and every so often, if that is cheap compared with the rest.
  void save_now_and_then(Position kept) {
    const bool is_stopped = summary_.bound == Bound::executions ||
                            summary_.bound == Bound::timeout || summary_.bound == Bound::interrupt;
    if (!is_stopped && (++save_checks_ % 64 != 0 || elapsed() < next_save_)) return;
    const double begun = elapsed();
    Checkpoint checkpoint;
    CheckpointWriter writer(program_.registry());
    if (!can_save(kept, writer)) return;
    checkpoint.algorithm = writer.take();
    const Registry& registry = program_.registry();
    for (std::uint32_t i = 0; i < registry.task_count(); ++i)
      checkpoint.tasks.push_back(registry.name_of(TaskId{i}));
    checkpoint.identities = program_.identities();
    checkpoint.objects = registry.object_count();
    for (Position i = 0; i < kept; ++i) checkpoint.kept.push_back(execution_[i].as_choice());
    for (const std::uint64_t* count : saved_counts()) checkpoint.counts.push_back(*count);
    checkpoint.seconds = begun + earlier_seconds_;
    checkpoint.errors = error_schedules_;
    checkpoint.traces.assign(traces_.begin(), traces_.end());
    options_.save(checkpoint);
    next_save_ = elapsed() + std::max(options_.save_seconds, 20 * (elapsed() - begun));
  }

  // Saves the algorithm, if it can be saved and its files can be written.
  bool can_save(Position kept, CheckpointWriter& writer) try {
    return algorithm_.save(kept, writer);
  } catch (const UserError& error) {
    if (!options_.save_failed) throw;
    options_.save_failed(error);
    next_save_ = elapsed() + options_.save_seconds;
    return false;
  }

  [[nodiscard]] std::vector<std::uint64_t*> saved_counts() {
    return {&summary_.executions,       &summary_.assume_blocked,
            &summary_.given_up,         &summary_.cut,
            &summary_.deadlocks,        &summary_.sleep_set_blocked,
            &summary_.events,           &summary_.transitions,
            &summary_.error_executions, &runs_};
  }

  // REQUIRES: the ids are those of the checkpoint (restore_ids). Throws UserError if it does not
  // fit to the program.
  Position resume(const Checkpoint& checkpoint) {
    for (const std::vector<Choice>& error : checkpoint.errors) find_again(error);
    run_again(checkpoint.kept);
    const std::vector<std::uint64_t*> counts = saved_counts();
    if (checkpoint.counts.size() != counts.size()) CheckpointReader::fail();
    for (std::size_t i = 0; i < counts.size(); ++i) *counts[i] = checkpoint.counts[i];
    traces_.insert(checkpoint.traces.begin(), checkpoint.traces.end());
    CheckpointReader reader(program_.registry(), checkpoint.algorithm);
    algorithm_.load(execution_.size(), reader);
    reader.require_end();
    earlier_seconds_ = checkpoint.seconds;
    return execution_.size();
  }

  void run_again(const std::vector<Choice>& schedule) {
    execution_.truncate(0);
    program_.restart();
    for (const Choice& choice : schedule) {
      const Event* event =
          choice.task.value < program_.registry().task_count() ? program_.step(choice) : nullptr;
      if (event == nullptr) CheckpointReader::fail();
      execution_.push(*event);
    }
  }

  // What was found before is shown in the end, too.
  void find_again(const std::vector<Choice>& schedule) {
    run_again(schedule);
    pending_.clear();
    program_.pending(pending_);
    findings_.clear();
    checks_.look_at({execution_, program_, program_.ending(), pending_}, findings_);
    report_findings();
    summary_.stopped_at_error = false;
  }

  Summary finish() {
    program_.add_notes(summary_.notes);
    program_.add_warnings(summary_.warnings);
    algorithm_.add_warnings(summary_.warnings);
    if (options_.count_traces) summary_.distinct_traces = traces_.size();
    algorithm_.add_statistics(summary_.statistics);
    if (summary_.bound == Bound::none && !summary_.stopped_at_error)
      summary_.bound = algorithm_.own_bound();
    if (summary_.bound == Bound::none && summary_.cut > 0) summary_.bound = Bound::unroll;
    if (summary_.bound == Bound::none && algorithm_.gave_up_a_search())
      summary_.bound = Bound::search;
    summary_.seconds = elapsed() + earlier_seconds_;
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    summary_.peak_memory_kib = static_cast<std::uint64_t>(usage.ru_maxrss);
    return std::move(summary_);
  }

  [[nodiscard]] double elapsed() const {
    return std::chrono::duration<double>(Clock::now() - started_).count();
  }

  Program& program_;
  std::string_view name_;
  Algorithm& algorithm_;
  const ExploreOptions& options_;
  Execution execution_;
  Summary summary_;
  std::optional<Departure> departure_;  // from the execution before
  std::vector<Pending> pending_;
  Checks checks_;
  std::vector<Finding> findings_;
  std::unordered_set<std::string> seen_errors_;
  std::unordered_set<TraceKey> traces_;
  Clock::time_point started_;
  double earlier_seconds_ = 0;  // before the checkpoint that we went on from
  double last_progress_ = 0;
  TreeEstimate tree_;
  std::uint64_t next_estimate_ = 1;
  std::vector<std::vector<Choice>> error_schedules_;
  std::uint64_t save_checks_ = 0;
  double next_save_ = options_.save_seconds;
  std::uint64_t bound_checks_ = 0;
  std::uint64_t runs_ = 0;
  bool maximal_ = false;
};

}  // namespace

Summary explore(Program& program, Algorithm& algorithm, const ExploreOptions& options) {
  return Exploration(program, algorithm, options).run();
}

Summary explore_anew(Program& program, const std::function<std::unique_ptr<Algorithm>()>& algorithm,
                     const ExploreOptions& options) {
  ExploreOptions rest = options;
  double seconds = 0;
  std::unique_ptr<Algorithm> more_careful;
  while (true) {
    auto fresh = algorithm();  // which also says that all begins again
    if (more_careful != nullptr) fresh = std::move(more_careful);
    Summary summary = explore(program, *fresh, rest);
    seconds += summary.seconds;
    if (summary.bound != Bound::learned) {
      summary.seconds = seconds;
      return summary;
    }
    program.use_what_it_knows();
    more_careful = fresh->more_careful();
    rest.resume = nullptr;
    if (options.timeout_seconds > 0)
      rest.timeout_seconds = std::max(options.timeout_seconds - seconds, 1e-3);
  }
}

}  // namespace mazurka
