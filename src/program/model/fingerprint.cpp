#include "program/model/fingerprint.h"

#include "core/hash.h"

namespace mazurka::model {

std::uint64_t mailbox_fingerprint(const State& state, const TaskNames& names) {
  std::uint64_t result = 0;
  for (std::size_t i = 0; i < state.mailboxes.size(); ++i) {
    const Mailbox& mailbox = state.mailboxes[i];
    if (mailbox.head == mailbox.queue.size()) continue;
    result = mix(result, i);
    for (std::size_t j = mailbox.head; j < mailbox.queue.size(); ++j)
      result = mix(result, names.path(state.tasks[mailbox.queue[j]].id));
  }
  return result;
}

namespace {

[[nodiscard]] std::uint64_t task_fingerprint(const Task& task, const State& state,
                                             const Image& image, const TaskNames& names) {
  std::uint64_t result = mix(names.path(task.id), static_cast<std::uint64_t>(task.standing));
  if (task.standing == Standing::ended) return result;
  result = mix(result, task.pc);
  const std::int64_t* const registers = state.registers(task);
  for (std::uint32_t i = 0; i < image.tasks[task.code].registers; ++i)
    result = mix(result, static_cast<std::uint64_t>(registers[i]));
  return result;
}

}  // namespace

std::uint64_t state_fingerprint(const State& state, const Image& image, const TaskNames& names) {
  std::uint64_t result = 0;
  for (const std::int64_t value : state.values)
    result = mix(result, static_cast<std::uint64_t>(value));
  for (const Slot owner : state.owners)
    result = mix(result, owner == nothing ? 0 : names.path(state.tasks[owner].id));
  // A sum, so that the order in which tasks were created does not matter.
  std::uint64_t tasks = 0;
  for (const Task& task : state.tasks) tasks += task_fingerprint(task, state, image, names);
  return mix(result, tasks);
}

}  // namespace mazurka::model
