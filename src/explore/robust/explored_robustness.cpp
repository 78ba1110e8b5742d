#include "explore/robust/explored_robustness.h"

#include <algorithm>
#include <set>
#include <string_view>

#include "explore/algorithms.h"
#include "explore/robust/event_determinism.h"
#include "explore/robust/event_serial.h"
#include "program/presentation.h"

namespace mazurka {
namespace {

class Judge {
 public:
  Judge(FocusedProgram& program, ExploredRobustness& result)
      : program_(program), tree_(program.tree()), result_(result) {}

  void judge(const Execution& execution) {
    for (const Event& step : execution.events()) {
      if (tree_.is_event(step.task) && !result_.names.contains(step.task))
        result_.names[step.task] = program_.presentation().describe(step.task);
      note_reads(step);
      is_plain_ = is_plain_ && !can_wait(step);
    }
    note_foreign(execution);
    if (!result_.outside && outside_conflict(execution, tree_))
      result_.outside = choices_of(execution);
    for (const Inversion& inversion : find_inversions(execution, tree_))
      if (!result_.inverted.contains(inversion.event))
        result_.inverted.emplace(inversion.event, choices_of(execution));
    judge_outcome(execution);
  }

  // Finds event-serial executions for the outcomes of executions. REQUIRES: the exploration is
  // over.
  void finish(const ExploreOptions& options) {
    for (const auto& [event, name] : result_.names) result_.events.push_back(event);
    result_.can_wait = !is_plain_;
    for (const auto& [outcome, choices] : orderable_)
      if (auto serial = serialised(rerun(choices), program_))
        result_.serial.emplace(outcome, std::move(*serial));
      else
        is_plain_ = false;
    search_for_others(options);
  }

 private:
  [[nodiscard]] static Choices choices_of(const Execution& execution) {
    Choices result;
    for (const Event& step : execution.events()) result.push_back(step.as_choice());
    return result;
  }

  [[nodiscard]] Execution rerun(const Choices& choices) {
    Execution execution(program_.registry(), Relation::events, ConflictTable::of_papers());
    program_.restart();
    for (const Choice& choice : choices) execution.push(*program_.step(choice));
    return execution;
  }

  void note_reads(const Event& step) {
    if (step.operation == OperationKind::write) return;
    for (const Access& access : program_.registry().accesses(step.accesses))
      result_.reads.insert(access.object);
  }

  // Returns whether the step belongs to an operation that can make a task wait, or occupies another
  // handler.
  [[nodiscard]] bool can_wait(const Event& step) const {
    switch (step.operation) {
      case OperationKind::read:
      case OperationKind::write:
      case OperationKind::update:
      case OperationKind::spawn:
      case OperationKind::choose:
        return false;
      case OperationKind::start:
        return !tree_.runs_on_main(step.task);
      case OperationKind::post:
        return !tree_.runs_on_main(step.other);
      default:
        return true;
    }
  }

  // Stores the execution for its outcome, unless a shorter one is known, which is easier to read.
  static void remember(std::map<Outcome, Choices>& known, const Outcome& outcome,
                       const Execution& execution) {
    const auto [entry, is_new] = known.try_emplace(outcome);
    if (is_new || execution.size() < entry->second.size()) entry->second = choices_of(execution);
  }

  void judge_outcome(const Execution& execution) {
    const Outcome outcome = outcome_at_end(execution.events(), program_, tree_);
    const bool is_cyclic = find_serialisability_pivot(execution, tree_).has_value();
    if (!is_cyclic && an_event_cancels_another(execution)) return;
    remember(is_cyclic ? result_.cyclic : result_.acyclic, outcome, execution);
    is_plain_ = is_plain_ && no_message_is_left();
    if (is_cyclic) return;
    const auto known = orderable_.find(outcome);
    if (known != orderable_.end() && known->second.size() <= execution.size()) return;
    if (can_order_events(execution, tree_)) orderable_[outcome] = choices_of(execution);
  }

  // Returns whether a task never starts because a task of another event, or of none, cancelled it.
  // No serial order of the events need have this result, but that is what the programmer wants: it
  // does not count as a violation of serialisability.
  [[nodiscard]] bool an_event_cancels_another(const Execution& execution) {
    if (!program_.registry().has_cancel_flags()) return false;
    program_.pending(pending_);
    return std::ranges::any_of(pending_, [&](const Pending& each) {
      if (!each.cancelled) return false;
      const ObjectId flag = program_.registry().accesses(each.accesses).front().object;
      return std::ranges::any_of(execution.events(), [&](const Event& step) {
        return step.object == flag && tree_.event_of(step.task) != tree_.event_of(each.task);
      });
    });
  }

  [[nodiscard]] bool no_message_is_left() {
    program_.pending(pending_);
    return std::ranges::none_of(pending_, [&](const Pending& each) {
      return program_.registry().handler_of(each.task).exists();
    });
  }

  // Searches event-serial executions directly for the outcomes that are still missing. Where no
  // task waits and the main handler is a multiset, every event-serial execution is one of the
  // explored ones, and has been found by the order of its events.
  void search_for_others(const ExploreOptions& options) {
    std::set<Outcome> missing;
    for (const auto* outcomes : {&result_.cyclic, &result_.acyclic})
      for (const auto& [outcome, choices] : *outcomes)
        if (!result_.serial.contains(outcome)) missing.insert(outcome);
    if (missing.empty() || result_.summary.bound != Bound::none) return;
    if (is_plain_ && !program_.is_fifo()) return;
    EventSerialSearch found = search_event_serial(program_, missing, options);
    result_.knows_all_serial = found.is_complete;
    result_.serial.merge(found.outcomes);
  }

  void note_foreign(const Execution& execution) {
    for (const Event& step : execution.events()) {
      const std::string_view kind = foreign_kind(step);
      if (kind.empty()) continue;
      if (kind != cancelling && !tree_.event_of(step.task).exists()) continue;
      if (!seen_kinds_.insert(kind).second) continue;
      // Describe the step before its location: for native programs, describing it looks the
      // location up.
      const std::string what = program_.presentation().describe(step.task) + ": " +
                               program_.presentation().describe(step);
      const std::string place = step.location.exists()
                                    ? " (" + execution.registry().text_of(step.location) + ")"
                                    : std::string();
      result_.foreign.push_back(
          kind == cancelling
              ? what + place + ": its order with the start of that task is no conflict"
              : what + place + " is " + std::string(kind) + ", which is taken as it is");
    }
  }

  static constexpr std::string_view cancelling = "a cancel";

  [[nodiscard]] std::string_view foreign_kind(const Event& step) const {
    if (is_about_cancelling(program_.registry(), step))
      return step.operation == OperationKind::write ? cancelling : "";
    if (step.operation == OperationKind::join) return "a join";
    if (step.operation == OperationKind::await) return "an await";
    if (step.operation == OperationKind::send || receives(step.operation))
      return "a message between tasks";
    const bool posts_elsewhere =
        step.operation == OperationKind::post && !tree_.runs_on_main(step.other);
    return posts_elsewhere ? "a post to another handler" : "";
  }

  FocusedProgram& program_;
  const EventTree& tree_;
  ExploredRobustness& result_;
  // The outcomes of executions whose events can be ordered, each with such an execution.
  std::map<Outcome, Choices> orderable_;
  bool is_plain_ = true;  // no execution so far has an operation that can wait
  std::vector<Pending> pending_;
  std::set<std::string_view> seen_kinds_;
};

}  // namespace

ExploredRobustness explore_robustness(FocusedProgram& program, ExploreOptions options) {
  ExploredRobustness result;
  std::optional<Judge> judge;
  options.conflicts = ConflictTable::of_papers();
  options.keep_going = true;  // executions that end in an error have an outcome, too
  options.on_execution = [&](const Execution& execution, const Ending&) {
    judge->judge(execution);
  };
  // Results from before the program learned something (learning.h) are not valid any more.
  const auto begin_anew = [&] {
    result = {};
    judge.emplace(program, result);
    return make_algorithm_for(program.unfocused(), AlgorithmName::event, {});
  };
  result.summary = explore_anew(program.unfocused(), begin_anew, options);
  judge->finish(options);
  return result;
}

}  // namespace mazurka
