#include "explore/robust/explored_robustness.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <tuple>

#include "explore/algorithms.h"
#include "explore/robust/event_determinism.h"
#include "program/presentation.h"

namespace mazurka {
namespace {

class Judge {
 public:
  Judge(Program& program, const EventTree& tree, ExploredRobustness& result)
      : program_(program), tree_(tree), result_(result) {}

  void judge(const Execution& execution) {
    for (const Event& step : execution.events())
      if (tree_.is_event(step.task) && !result_.names.contains(step.task))
        result_.names[step.task] = program_.presentation().describe(step.task);
    note_foreign(execution);
    if (!result_.outside && outside_conflict(execution, tree_))
      result_.outside = choices_of(execution);
    const auto everything = [&](TaskId task) { return tree_.event_of(task).exists(); };
    const bool is_serial = !find_serialisability_pivot(execution, tree_);
    remember(is_serial ? result_.serial : result_.cyclic, outcome(execution, everything),
             execution);
    if (is_serial) judge_determinism(execution);
  }

  void finish() {
    for (const auto& [event, name] : result_.names) result_.events.push_back(event);
  }

 private:
  [[nodiscard]] static Choices choices_of(const Execution& execution) {
    Choices result;
    for (const Event& step : execution.events()) result.push_back(step.as_choice());
    return result;
  }

  [[nodiscard]] Outcome outcome(const Execution& execution,
                                const std::function<bool(TaskId)>& counts) const {
    return outcome_of(execution.events(), program_, execution.registry(), counts);
  }

  // Stores the execution for its outcome, unless a shorter one is known, which is easier to read.
  static void remember(std::map<Outcome, Choices>& known, Outcome outcome,
                       const Execution& execution) {
    const auto [entry, is_new] = known.try_emplace(std::move(outcome));
    if (is_new || execution.size() < entry->second.size()) entry->second = choices_of(execution);
  }

  void note_foreign(const Execution& execution) {
    for (const Event& step : execution.events()) {
      const std::string_view kind = foreign_kind(step);
      if (kind.empty() || !tree_.event_of(step.task).exists()) continue;
      if (!seen_kinds_.insert(kind).second) continue;
      // Describe the step before its location: for native programs, describing it looks the
      // location up.
      const std::string what = program_.presentation().describe(step.task) + ": " +
                               program_.presentation().describe(step);
      const std::string place = step.location.exists()
                                    ? " (" + execution.registry().text_of(step.location) + ")"
                                    : std::string();
      result_.foreign.push_back(what + place + " is " + std::string(kind) +
                                ", which is taken as it is");
    }
  }

  [[nodiscard]] std::string_view foreign_kind(const Event& step) const {
    if (step.operation == OperationKind::join) return "a join";
    if (step.operation == OperationKind::await) return "an await";
    if (step.operation == OperationKind::send || receives(step.operation))
      return "a message between tasks";
    const bool posts_elsewhere =
        step.operation == OperationKind::post && !tree_.runs_on_main(step.other);
    return posts_elsewhere ? "a post to another handler" : "";
  }

  void judge_determinism(const Execution& execution) {
    const auto inversions = find_inversions(execution, tree_);
    const auto is_inverted = [&](TaskId event) {
      return std::ranges::find(inversions, event, &Inversion::event) != inversions.end();
    };
    for (const Inversion& inversion : inversions) {
      const auto before = events_before(inversion.event, execution, tree_);
      if (std::ranges::any_of(before, is_inverted)) continue;
      const auto counts = [&](TaskId task) {
        const TaskId event = tree_.event_of(task);
        return event == inversion.event || std::ranges::find(before, event) != before.end();
      };
      InvertedEvent found{inversion.event, before, outcome(execution, counts), {}};
      // The events that could also run before it determine the states that it can begin in, so they
      // are part of what makes this inversion a new one.
      auto others = possible_predecessors(found.event, execution, tree_);
      if (!seen_.emplace(found.event, found.before, found.outcome, std::move(others)).second)
        continue;
      found.choices = choices_of(execution);
      result_.inverted.push_back(std::move(found));
    }
  }

  Program& program_;
  const EventTree& tree_;
  ExploredRobustness& result_;
  std::set<std::tuple<TaskId, std::vector<TaskId>, Outcome, std::vector<EventPast>>> seen_;
  std::set<std::string_view> seen_kinds_;
};

}  // namespace

std::vector<EventPast> possible_predecessors(TaskId event, const Execution& execution,
                                             const EventTree& tree) {
  const auto inversions = find_inversions(execution, tree);
  const auto is_inverted = [&](TaskId other) {
    return std::ranges::find(inversions, other, &Inversion::event) != inversions.end();
  };
  auto result = pasts_of(execution, tree);
  std::erase_if(result, [&](const EventPast& past) {
    return past.event == event || is_inverted(past.event) ||
           std::ranges::binary_search(past.before, event) ||
           std::ranges::any_of(past.before, is_inverted);
  });
  return result;
}

ExploredRobustness explore_robustness(Program& program, const EventTree& tree,
                                      ExploreOptions options) {
  ExploredRobustness result;
  std::optional<Judge> judge;
  options.keep_going = true;  // executions that end in an error have an outcome, too
  options.on_execution = [&](const Execution& execution, const Ending&) {
    judge->judge(execution);
  };
  // Results from before the program learned something (learning.h) are not valid any more.
  const auto begin_anew = [&] {
    result = {};
    judge.emplace(program, tree, result);
    return make_algorithm_for(program, AlgorithmName::event, {});
  };
  result.summary = explore_anew(program, begin_anew, options);
  judge->finish();
  return result;
}

}  // namespace mazurka
