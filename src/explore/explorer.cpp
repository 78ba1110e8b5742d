#include "explore/explorer.h"

#include <string>
#include <sys/resource.h>

#include "check/livelock.h"
#include "core/invariant.h"
#include "explore/checkpoint_keeper.h"
#include "explore/determinism.h"
#include "explore/expected_step.h"
#include "explore/exploration_state.h"
#include "explore/found_errors.h"
#include "explore/limits.h"
#include "explore/sample.h"
#include "program/learning.h"
#include "program/presentation.h"

namespace mazurka {
namespace {

using GivenUp = AlgorithmFacts::GivenUp;

class Exploration {
 public:
  Exploration(Program& program, Algorithm& algorithm, const ExploreOptions& options)
      : state_(program, algorithm, options),
        program_(program),
        algorithm_(algorithm),
        options_(options) {}

  Summary run() try {
    algorithm_.limit_steps(options_.max_steps);
    algorithm_.begin(program_, execution_);
    std::optional<Position> keep =
        options_.resume != nullptr ? checkpoints_.resume(*options_.resume) : 0;
    sample_.begin();
    while (keep && !state_.is_stopped()) {
      ++state_.runs;
      if (!determinism_.replay(*keep)) break;
      // If the program has just learned something (such as a new handler), the algorithm has not
      // been told about it, so the run is not passed to it.
      const bool is_whole = extend();
      if (is_whole && !knows_more(program_)) finish_run();
      if (!is_whole && options_.run_was_cut) options_.run_was_cut();
      if (knows_more(program_)) summary_.bound = Bound::learned;
      if (options_.counted) options_.counted(summary_);
      if (!state_.is_stopped()) keep = next_run();
    }
    if (options_.ended) options_.ended(summary_);
    if (should_repeat() && determinism_.repeats_sample() && knows_more(program_))
      summary_.bound = Bound::learned;
    return finish();
  } catch (const UnseenAccess& unseen) {
    determinism_.report_unseen_access(unseen.task);
    return finish();
  } catch (const InvariantError& error) {
    if (determinism_.differs_when_run_again()) return finish();
    throw InvariantError(error.what() + ("\nin execution " + std::to_string(state_.runs)) +
                         " of algorithm " + summary_.algorithm + ", after the steps" +
                         steps_so_far());
  }

 private:
  // Runs the program from the end of the kept prefix. Returns false if a bound stops the run.
  bool extend() {
    while (true) {
      const auto enabled = program_.enabled();
      if (enabled.empty()) return maximal_ = true;
      if (limits_.is_too_long()) return report_endless_execution();
      if (is_stopped_in_run()) return false;
      const auto choice = algorithm_.pick(enabled);
      if (!choice) return !(maximal_ = false);
      execution_.push(run_expected(program_, *choice));
      ++summary_.events;
      ++summary_.transitions;
      algorithm_.executed();
    }
  }

  // Returns whether a bound stops the present run. Only explorations that write no checkpoints are
  // stopped in the middle of a run: the branch of this run has already been removed from the tree,
  // so a checkpoint would lose it.
  [[nodiscard]] bool is_stopped_in_run() {
    if (!limits_.should_check_in_run() || options_.save) return false;
    limits_.check();
    return summary_.bound != Bound::none;
  }

  void finish_run() {
    state_.ask_for_pending();
    if (maximal_) {
      if (algorithm_.record_trace()) count_execution();
    } else {
      count_given_up();
    }
    // Last, because it may run the program again (probes).
    algorithm_.finished(maximal_, state_.pending);
  }

  void count_given_up() {
    switch (algorithm_.facts().given_up) {
      case GivenUp::redundant:
        ++summary_.sleep_set_blocked;
        break;
      case GivenUp::merged:
        break;
      case GivenUp::at_error:
        ++summary_.executions;
        errors_.look_at_early_end();
        break;
    }
  }

  void count_execution() {
    const Ending ending = program_.ending();
    ++count_of(ending);
    if (ending.cut_by_fairness.exists()) count_cut_by_fairness(ending.cut_by_fairness);
    if (options_.count_traces) state_.traces.insert(key_of(execution_));
    errors_.look_at(ending);
    if (options_.repeats && summary_.errors.empty()) determinism_.remember();
    if (options_.on_execution) options_.on_execution(execution_, ending);
  }

  [[nodiscard]] std::uint64_t& count_of(const Ending& ending) {
    if (ending.kind == EndingKind::deadlock) return summary_.deadlocks;
    if (ending.kind != EndingKind::blocked) return summary_.executions;
    if (ending.too_deep.exists()) {
      if (summary_.too_deep_at.empty())
        summary_.too_deep_at = program_.registry().text_of(ending.too_deep);
      return summary_.too_deep;
    }
    if (ending.cut) return summary_.cut;
    return ending.given_up ? summary_.given_up : summary_.assume_blocked;
  }

  void count_cut_by_fairness(LocationId loop) {
    ++summary_.cut_by_fairness;
    if (summary_.cut_by_fairness_at.empty())
      summary_.cut_by_fairness_at = program_.registry().text_of(loop);
  }

  // Reports an execution that exceeds the length limit, and stops the exploration: the races of an
  // execution that is not maximal are not known, so no sound exploration can follow. Returns false.
  bool report_endless_execution() {
    state_.ask_for_pending();
    Finding finding = livelock_finding(execution_, program_.presentation(), execution_.size());
    if (execution_.size() < options_.max_steps)
      finding.message =
          "an execution creates tasks without end: " + std::to_string(execution_.size()) +
          " steps so far, and " + std::to_string(program_.registry().task_count()) + " tasks";
    ++summary_.executions;
    errors_.report(std::move(finding));
    summary_.bound = Bound::steps;
    return false;
  }

  // Returns how many events the next run keeps; none: everything is explored.
  [[nodiscard]] std::optional<Position> next_run() {
    const std::optional<Position> keep = algorithm_.backtrack();
    if (keep && options_.estimates) limits_.backtracked(*keep);
    if (keep && options_.estimate_when && options_.estimate_when()) limits_.estimate();
    state_.departure.reset();
    if (keep && *keep < execution_.size()) state_.departure = {*keep, execution_[*keep].id()};
    if (keep) limits_.check();
    if (keep) sample_.run_if_due();
    if (knows_more(program_) || prediction_failed()) summary_.bound = Bound::learned;
    if (keep && options_.save) checkpoints_.save_now_and_then(*keep);
    if (keep && options_.between_executions) options_.between_executions();
    if (keep && summary_.bound != Bound::none && options_.estimates) limits_.estimate();
    return keep;
  }

  [[nodiscard]] bool prediction_failed() const {
    const Predicting* const predicting = algorithm_.predicting();
    return predicting != nullptr && predicting->prediction_failed();
  }

  // Returns whether executions are run again: there is time for it, and no error is known, which
  // would be reported instead.
  [[nodiscard]] bool should_repeat() const {
    return options_.repeats && summary_.errors.empty() && !knows_more(program_) &&
           (summary_.bound == Bound::none || summary_.bound == Bound::executions);
  }

  Summary finish() {
    program_.presentation().add_notes(summary_.notes);
    program_.presentation().add_warnings(summary_.warnings);
    list_what_is_not_covered();
    if (options_.count_traces) summary_.distinct_traces = state_.traces.size();
    AlgorithmResult result = algorithm_.result();
    summary_.statistics = std::move(result.statistics);
    program_.presentation().add_statistics(summary_.statistics);
    summary_.warnings.insert(summary_.warnings.end(), result.warnings.begin(),
                             result.warnings.end());
    if (summary_.bound == Bound::none && !summary_.stopped_at_error) summary_.bound = result.bound;
    if (summary_.bound == Bound::none && summary_.too_deep > 0) summary_.bound = Bound::depth;
    if (summary_.bound == Bound::none && summary_.cut > 0) summary_.bound = Bound::unroll;
    if (summary_.bound == Bound::none && result.gave_up_a_search) summary_.bound = Bound::search;
    summary_.seconds = limits_.elapsed_in_all();
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    summary_.peak_memory_kib = static_cast<std::uint64_t>(usage.ru_maxrss);
    return std::move(summary_);
  }

  void list_what_is_not_covered() {
    program_.presentation().add_not_covered(summary_.not_covered);
    errors_.add_not_covered(summary_.not_covered);
    list_cut_executions(summary_);
  }

  // Returns the steps of the present run as paths of tasks, which have the same meaning in every
  // exploration of the program.
  [[nodiscard]] std::string steps_so_far() const {
    std::string text;
    for (const Event& event : execution_.events()) {
      text += " " + program_.registry().path_of(event.task);
      if (event.choice != 0) text += ":" + std::to_string(event.choice);
    }
    return text.empty() ? " (none)" : text;
  }

  ExplorationState state_;
  Program& program_;
  Algorithm& algorithm_;
  const ExploreOptions& options_;
  Execution& execution_ = state_.execution;
  Summary& summary_ = state_.summary;
  FoundErrors errors_{state_};
  Determinism determinism_{state_, errors_};
  Limits limits_{state_};
  CheckpointKeeper checkpoints_{state_, errors_, limits_};
  Sample sample_{state_, errors_, limits_};
  bool maximal_ = false;  // the current run is maximal
};

}  // namespace

void list_cut_executions(Summary& summary) {
  std::vector<NotCovered>& list = summary.not_covered;
  if (summary.cut > 0)
    list.push_back({NotCoveredKind::loop_cut,
                    "executions that were cut in a loop: " + std::to_string(summary.cut) +
                        "; what follows there is not explored",
                    ""});
  if (summary.too_deep > 0)
    list.push_back({NotCoveredKind::call_cut,
                    "executions that were stopped at a call that is too deep: " +
                        std::to_string(summary.too_deep) + "; what follows there is not explored",
                    summary.too_deep_at});
  if (summary.cut_by_fairness > 0)
    list.push_back({NotCoveredKind::fairness,
                    "executions that leave out further iterations of a loop that waits: " +
                        std::to_string(summary.cut_by_fairness) +
                        "; a fair scheduler lets other tasks run",
                    summary.cut_by_fairness_at});
}

Summary explore(Program& program, Algorithm& algorithm, const ExploreOptions& options) {
  return Exploration(program, algorithm, options).run();
}

}  // namespace mazurka
