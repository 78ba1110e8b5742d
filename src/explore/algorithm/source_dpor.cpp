// Source-DPOR.
//   Paper    [SourceSets17] Alg. 1; with locks Alg. 3; with awaits Alg. 5. See backtrack_search.h
//            for the search itself.
//   Words    reversal = (e, e'), its sequence = v.
//   Differs  The paper looks for the races of a lock acquisition at every state. Here they are
//            found when the acquisition runs, or at the end of the run if it never does, against
//            all events that could have disabled it. Races of awaits are found at the end of the
//            run, against all its events (race/find_reversals.h).
//   Freedom  l.9 adds *some* initial: the first one, in the order of tasks, among the task of e'
//            and the tasks with an event in v that happens before e'.
//   The tool The counts of the paper's Tables 1 and 4 follow from this choice, from
//            TaskOrder::running_first_by_text, and from a test on l.8 that is laxer than the one
//            in print: Concuerror also takes a reversal to be covered if the backtrack set has a
//            task that is enabled and awake there and runs no event from e to e', whether or not
//            its next step is independent of v. With `idle_tasks_cover`, the test is that of the
//            tool. Only the table of the benchmarks sets it, because no proof covers it.
#include <algorithm>
#include <array>

#include "core/invariant.h"
#include "explore/algorithm/backtrack_search.h"
#include "explore/algorithm/thread_algorithms.h"
#include "explore/race/find_reversals.h"

namespace mazurka {
namespace {

class SourceDpor : public BacktrackSearch {
 public:
  using BacktrackSearch::BacktrackSearch;

  void begin(Program& program, Execution& execution) override {
    BacktrackSearch::begin(program, execution);
    finder_.emplace(execution, program);
  }

  void finished(bool maximal, std::span<const Pending> pending) override {
    // Events that come after an await in this run may make its condition true in another order, so
    // the races of awaits are known only now.
    for (Position i = 0; i < execution().size(); ++i) {
      if (execution()[i].operation != OperationKind::await) continue;
      reversals_.clear();
      finder_->find_into(i, reversals_);
      plan();
    }
    BacktrackSearch::finished(maximal, pending);
  }

  [[nodiscard]] AlgorithmResult result() const override {
    return {.statistics = {{"reversals found", found_},
                           {"reversals that added to a backtrack set", added_},
                           {"tasks in the largest backtrack set", largest_backtrack_set()}}};
  }

 private:
  void consider_event() override {
    const Position last = execution().size() - 1;
    if (execution()[last].operation == OperationKind::await) return;
    reversals_.clear();
    finder_->find_into(last, reversals_);  // l.5
    plan();
  }

  void consider_pending(const Pending& waiting) override {
    reversals_.clear();
    finder_->find_waiting(waiting, reversals_);
    plan();
  }

  // l.6–9: extends the backtrack set at each reversal that has no initial in it.
  void plan() {
    for (const Reversal& reversal : reversals_) {
      ++found_;
      find_initials(reversal);
      MAZURKA_INVARIANT(!initials_.empty(), "a reversal has at least one initial");
      const std::vector<TaskId>& backtrack = frame(reversal.earlier).backtrack;
      if (std::ranges::find_first_of(backtrack, initials_) != backtrack.end()) continue;  // l.8
      if (options().idle_tasks_cover && an_idle_task_covers(reversal)) continue;
      add_to_backtrack(reversal.earlier, first_cause(reversal));  // l.9
      ++added_;
    }
  }

  // Returns the first initial, in the order of tasks, that is the task of e' or has a kept event
  // that happens before e'. Any event may be a cause of an await.
  [[nodiscard]] TaskId first_cause(const Reversal& reversal) {
    sort(initials_);
    for (const TaskId task : initials_)
      if (task == reversal.later.task || is_cause(task, reversal)) return task;
    return initials_.front();
  }

  [[nodiscard]] bool is_cause(TaskId task, const Reversal& reversal) const {
    return std::ranges::any_of(std::array{reversal.cause, reversal.waker}, [&](Position position) {
      if (position == Execution::nowhere) return false;
      const std::uint32_t count = execution().count(position, task);
      return count > 0 && execution().events_of(task)[count - 1] > reversal.earlier;
    });
  }

  // Returns whether the backtrack set has an enabled task that is awake and runs no event from e to
  // e'.
  [[nodiscard]] bool an_idle_task_covers(const Reversal& reversal) {
    const Frame& before = frame(reversal.earlier);
    return std::ranges::any_of(before.enabled, [&](const Choice& choice) {
      if (!before.will_try(choice.task) || before.asleep.contains(choice)) return false;
      const auto events = execution().events_of(choice.task);
      const auto next = std::ranges::lower_bound(events, reversal.earlier);
      return next == events.end() || *next > reversal.later_at;
    });
  }

  // Sets initials_ to I(v): the tasks whose first kept event has no kept predecessor.
  void find_initials(const Reversal& reversal) {
    initials_.clear();
    if (later_is_initial(reversal, execution())) initials_.push_back(reversal.later.task);
    for (Position i = reversal.earlier + 1; i < execution().size(); ++i) {
      const Position before = execution().last_dependency(i);
      if (before != Execution::nowhere && before >= reversal.earlier) continue;
      if (reversal.keeps(execution(), i)) initials_.push_back(execution()[i].task);
    }
  }

  std::optional<ReversalFinder> finder_;
  std::vector<Reversal> reversals_;
  std::vector<TaskId> initials_;
  std::uint64_t found_ = 0;
  std::uint64_t added_ = 0;
};

}  // namespace

std::unique_ptr<Algorithm> make_source_dpor(const AlgorithmFacts& facts,
                                            const BacktrackSearchOptions& options) {
  return std::make_unique<SourceDpor>(facts, options);
}

}  // namespace mazurka
