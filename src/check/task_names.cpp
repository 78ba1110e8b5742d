#include "check/task_names.h"

#include <algorithm>

#include "core/namesakes.h"

namespace mazurka {

namespace {

// By creation; those that start with the program come first, in the order of their ids.
std::vector<TaskId> tasks_of(const Execution& execution, std::span<const Pending> pending) {
  std::vector<TaskId> result;
  std::vector<bool> is_known(execution.registry().task_count(), false);
  const auto add = [&](TaskId task) {
    if (is_known[task.value]) return;
    is_known[task.value] = true;
    result.push_back(task);
  };
  for (const Event& event : execution.events()) {
    add(event.task);
    // It may have made no event.
    if (event.operation == OperationKind::spawn || event.operation == OperationKind::post)
      add(event.other);
  }
  for (const Pending& left : pending) add(left.task);
  const auto age = [&](TaskId task) {
    const Position creation = execution.creation_of(task);
    return std::pair(creation == Execution::nowhere ? 0 : creation + 1, task);
  };
  std::ranges::sort(result, {}, age);
  return result;
}

}  // namespace

std::vector<std::string> distinct_task_names(const Execution& execution, const Describer& describer,
                                             std::span<const Pending> pending) {
  std::vector<std::string> names(execution.registry().task_count());
  Namesakes namesakes;
  for (const TaskId task : tasks_of(execution, pending)) {
    std::string& name = names[task.value];
    name = describer.describe(task);
    namesakes.add(task, name);
    name += namesakes.number_of(task);
  }
  return names;
}

}  // namespace mazurka
