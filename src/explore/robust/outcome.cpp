#include "explore/robust/outcome.h"

#include <algorithm>

#include "program/state_view.h"

namespace mazurka {

namespace {

bool writes(const Event& step) {
  return step.operation == OperationKind::write || step.operation == OperationKind::update;
}

// Records what the step writes. Freed memory and locals of tasks are not part of an outcome. If an
// event writes several variables at once, only the value of the first is known and recorded.
void write(Outcome& outcome, const Event& step, Program& program, const Registry& registry) {
  if (step.order == MemoryOrder::freeing) {
    for (const Access& access : registry.accesses(step.accesses))
      outcome.values.erase(access.object);
  } else if (registry.cancelled_by(step.object).exists()) {
    // Whether the task was cancelled in time is seen by whether it ends.
  } else if (program.state_view().outlives_its_task(step.object)) {
    outcome.values[step.object] = step.written_value;
  }
}

}  // namespace

Outcome outcome_at_end(std::span<const Event> steps, Program& program, const EventTree& tree) {
  Outcome result;
  for (const Event& step : steps) {
    if (writes(step)) write(result, step, program, program.registry());
    if (step.operation == OperationKind::post && tree.is_event(step.other))
      result.events.insert(step.other);
  }
  std::erase_if(result.values, [&](const auto& entry) {
    return entry.second == program.initial_value(entry.first);
  });
  if (!program.state_view().has_values()) result.values.clear();
  std::vector<Pending> pending;
  program.pending(pending);
  for (const Pending& each : pending)
    result.unfinished.push_back(program.registry().path_of(each.task));
  std::ranges::sort(result.unfinished);
  return result;
}

std::size_t distance(const Outcome& a, const Outcome& b) {
  std::size_t result = 0;
  for (const auto& [variable, value] : a.values) {
    const auto other = b.values.find(variable);
    if (other == b.values.end() || other->second != value) ++result;
  }
  for (const auto& [variable, value] : b.values)
    if (!a.values.contains(variable)) ++result;
  for (const std::string& task : a.unfinished)
    if (!std::ranges::binary_search(b.unfinished, task)) ++result;
  for (const std::string& task : b.unfinished)
    if (!std::ranges::binary_search(a.unfinished, task)) ++result;
  for (const TaskId event : a.events)
    if (!b.events.contains(event)) ++result;
  for (const TaskId event : b.events)
    if (!a.events.contains(event)) ++result;
  return result;
}

}  // namespace mazurka
