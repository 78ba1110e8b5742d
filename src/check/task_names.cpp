#include "check/task_names.h"

#include <algorithm>

#include "core/namesakes.h"

namespace mazurka {

namespace {

// By creation; those that start with the program come first, in the order of their ids.
std::vector<TaskId> tasks_of(const Execution& execution, std::span<const Pending> pending) {
  std::vector<TaskId> result;
  for (const Event& event : execution.events()) {
    result.push_back(event.task);
    // It may have made no event.
    if (event.operation == OperationKind::spawn || event.operation == OperationKind::post)
      result.push_back(event.other);
  }
  for (const Pending& left : pending) result.push_back(left.task);
  const auto age = [&](TaskId task) {
    const Position creation = execution.creation_of(task);
    return std::pair(creation == Execution::nowhere ? 0 : creation + 1, task);
  };
  std::ranges::sort(result, {}, age);
  result.erase(std::unique(result.begin(), result.end()), result.end());
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
