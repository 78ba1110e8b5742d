#include "explore/robust/run_state.h"

#include <algorithm>

#include "core/hash.h"

namespace mazurka {

namespace {

// Adds what the task observes by its step.
std::uint64_t extended_history(std::uint64_t history, const Event& step) {
  history = mix(history, static_cast<std::uint64_t>(step.operation));
  history = mix(history, step.object.exists() ? step.object.value : ~std::uint64_t{0});
  history = mix(history, static_cast<std::uint64_t>(step.read_value));
  history = mix(history, step.choice);
  return mix(history, std::uint64_t{step.succeeded});
}

struct Histories {
  std::map<TaskId, std::uint64_t> observed;
  std::map<TaskId, int> locks;  // how many each task holds

  void add(const Event& step) {
    std::uint64_t& history = observed[step.task];
    history = extended_history(history, step);
    // A created task depends on its arguments, which depend on the history of its creator.
    if (creates_task(step.operation)) observed[step.other] = mix(history, step.index);
    if (acquires_lock(step)) ++locks[step.task];
    if (step.operation == OperationKind::unlock || step.operation == OperationKind::sleep)
      --locks[step.task];
  }
};

}  // namespace

RunState state_of(FocusedProgram& program, const std::set<ObjectId>* relevant) {
  RunState result;
  const EventTree& tree = program.tree();
  result.values = program.outcome().values;
  if (relevant != nullptr)
    std::erase_if(result.values,
                  [&](const auto& entry) { return !relevant->contains(entry.first); });
  Histories histories;
  for (const Event& step : program.steps()) histories.add(step);
  std::vector<Pending> pending;
  program.pending(pending);
  for (const auto& [task, history] : histories.observed)
    if (!tree.event_of(task).exists() || histories.locks[task] != 0)
      result.histories[task] = history;
  for (const Pending& each : pending) {
    const bool is_unstarted_event = tree.is_event(each.task) && each.index == 0;
    if (!is_unstarted_event) result.histories[each.task] = histories.observed[each.task];
  }
  const Registry& registry = program.registry();
  for (const TaskId message : program.waiting())
    if (!tree.is_event(message) &&
        starts_in_post_order(registry.handler(registry.handler_of(message)).discipline))
      result.waiting.push_back(message);
  std::ranges::stable_sort(result.waiting, {},
                           [&](TaskId message) { return registry.handler_of(message); });
  return result;
}

}  // namespace mazurka
