#include "explore/robust/delayed_action.h"

#include <algorithm>
#include <set>

#include "explore/mutations.h"

namespace mazurka::sequential {
namespace {

class AttemptJudge {
 public:
  AttemptJudge(const DelayedRun& run, const Registry& registry, const EventTree& tree)
      : run_(run), since_(run.steps.subspan(run.delayed)), registry_(registry), tree_(tree) {}

  Attempt judge() {
    follow_paths();
    for (const Event& step : run_.steps.subspan(run_.last))
      if (is_of(step, run_.path.back()))
        attempt_.closes = attempt_.closes || mutations().any_root ||
                          conflict_in_memory(registry_, step, run_.pivot);
    attempt_.is_later = std::ranges::any_of(since_, [&](const Event& step) {
      return step.operation == OperationKind::post && step.other == run_.path.back();
    });
    if (tree_.runs_on_main(run_.pivot.task) && !mutations().no_validity_check) taint();
    return std::move(attempt_);
  }

 private:
  [[nodiscard]] bool is_of(const Event& step, TaskId event) const {
    return tree_.event_of(step.task) == event;
  }

  // Events that have a path from the delayed one extend what is reached. Each comes after those
  // that lead to it.
  void follow_paths() {
    const TaskId delayed_event = tree_.event_of(run_.pivot.task);
    reach(delayed_event);
    for (auto place = std::ranges::find(run_.path, delayed_event) + 1; place < run_.path.end();
         ++place) {
      const TaskId event = *place;
      const bool is_last = event == run_.path.back();
      const bool leads = std::ranges::any_of(since_, [&](const Event& step) {
        return is_of(step, event) && conflicts(attempt_.reached, step);
      });
      if (is_last) attempt_.continues = leads || mutations().no_exit_point;
      if (!leads || (mutations().no_entry_points && !is_last)) continue;
      reach(event);
    }
  }

  void reach(TaskId event) {
    for (const Event& step : since_)
      if (is_of(step, event)) add_to(attempt_.reached, step);
  }

  void add_to(Footprint& footprint, const Event& step) const {
    for (const Access& access : registry_.accesses(step.accesses))
      footprint.add(access.object, counts_as_write(step, access));
  }

  [[nodiscard]] bool conflicts(const Footprint& footprint, const Event& step) const {
    for (const Access& access : registry_.accesses(step.accesses))
      if (footprint.conflicts(access.object, counts_as_write(step, access))) return true;
    return false;
  }

  // Marks all steps that depend on steps of the incomplete message, which has the pivot.
  void taint() {
    std::set<TaskId> tasks{run_.pivot.task};
    attempt_.is_tainted.assign(run_.steps.size(), false);
    for (std::size_t i = run_.delayed; i < run_.steps.size(); ++i) {
      const Event& step = run_.steps[i];
      if (!tasks.contains(step.task) && !conflicts(attempt_.tainted, step)) continue;
      attempt_.is_tainted[i] = true;
      tasks.insert(step.task);
      if (creates_task(step.operation)) tasks.insert(step.other);
      add_to(attempt_.tainted, step);
    }
  }

  const DelayedRun& run_;
  std::span<const Event> since_;  // the delayed event began
  const Registry& registry_;
  const EventTree& tree_;
  Attempt attempt_{.valid = true};
};

}  // namespace

Attempt judge_attempt(const DelayedRun& run, const Registry& registry, const EventTree& tree) {
  return AttemptJudge(run, registry, tree).judge();
}

std::optional<TaskId> tainted_message(const Attempt& attempt, std::span<const Event> steps,
                                      const Event& pivot, const EventTree& tree) {
  for (std::size_t i = 0; i < attempt.is_tainted.size(); ++i) {
    const TaskId task = steps[i].task;
    if (attempt.is_tainted[i] && task != pivot.task && tree.runs_on_main(task)) return task;
  }
  return std::nullopt;
}

}  // namespace mazurka::sequential
