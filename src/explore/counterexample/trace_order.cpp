#include "explore/counterexample/trace_order.h"

#include <vector>

#include "core/hash.h"

namespace mazurka {
namespace {

// Hashes of the paths of tasks.
class PathHashes {
 public:
  explicit PathHashes(const Registry& registry) : registry_(registry), of_(registry.task_count()) {}

  [[nodiscard]] std::uint64_t of(TaskId task) {
    if (!task.exists()) return 0;
    std::uint64_t& hash = of_[task.value];
    if (hash == 0)
      for (const char c : registry_.path_of(task)) hash = mix(hash, static_cast<unsigned char>(c));
    return hash;
  }

 private:
  const Registry& registry_;
  std::vector<std::uint64_t> of_;  // 0: not computed
};

}  // namespace

// The sum over all events of what they are and how much of each task happens before them: it does
// not depend on the order of the execution.
TraceKey order_of_trace(const Execution& execution) {
  PathHashes paths(execution.registry());
  const std::uint32_t tasks = execution.registry().task_count();
  std::uint64_t sum = 0;
  for (Position position = 0; position < execution.size(); ++position) {
    const Event& event = execution[position];
    const std::uint64_t value =
        wakes_task(event.choice) ? paths.of(woken_task(event.choice)) : event.choice;
    std::uint64_t hash = mix(paths.of(event.task), event.index);
    hash = mix(hash, mix(static_cast<std::uint64_t>(event.operation), value));
    for (std::uint32_t task = 0; task < tasks; ++task)
      if (const std::uint32_t count = execution.count(position, TaskId{task}); count != 0)
        hash += mix(paths.of(TaskId{task}), count);
    sum += spread(hash);
  }
  return {sum, key_of(execution).high};
}

}  // namespace mazurka
