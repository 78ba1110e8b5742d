#include "program/model/fingerprint.h"

#include "core/hash.h"

namespace mazurka::model {

std::uint64_t mailbox_fingerprint(const State& state, const TaskNames& names) {
  std::uint64_t result = 0;
  const auto path_of = [&](Slot message) { return names.path(state.tasks[message].id); };
  for (std::size_t i = 0; i < state.handlers.size(); ++i)
    if (const std::uint64_t waiting = state.handlers[i].fingerprint(path_of); waiting != 0)
      result = mix(mix(result, i), waiting);
  return result;
}

namespace {

[[nodiscard]] std::uint64_t task_fingerprint(const Task& task, const State& state,
                                             const Image& image, const TaskNames& names,
                                             const Messages& messages) {
  std::uint64_t result = mix(names.path(task.id), static_cast<std::uint64_t>(task.standing));
  if (task.standing == Standing::ended) return result;
  result = mix(result, task.pc);
  if (task.standing == Standing::leave) result = mix(result, task.second);
  if (never_starts(task)) result = mix(result, 1);
  const auto add = [&](const std::int64_t* registers, std::uint32_t count) {
    for (std::uint32_t i = 0; i < count; ++i)
      result = mix(result, static_cast<std::uint64_t>(registers[i]));
  };
  const std::int64_t* registers = state.registers(task);
  for (std::uint32_t number = task.frame; number != nothing;) {
    const State::Frame& frame = state.frame(number);
    add(registers, image.procedures[frame.procedure].registers);
    result = mix(result, frame.call);
    registers += static_cast<std::ptrdiff_t>(frame.caller_registers) -
                 static_cast<std::ptrdiff_t>(frame.registers);
    number = frame.caller;
  }
  add(registers, image.tasks[task.code].registers);
  for (const Mail& mail : state.mail[state.slot_of(task.id)])
    result = mix(result, messages.hash(mail.message));
  return result;
}

}  // namespace

std::uint64_t state_fingerprint(const State& state, const Image& image, const TaskNames& names,
                                const Messages& messages) {
  std::uint64_t result = 0;
  for (const std::int64_t value : state.values)
    result = mix(result, static_cast<std::uint64_t>(value));
  for (const Slot owner : state.owners)
    result = mix(result, owner == nothing ? 0 : names.path(state.tasks[owner].id));
  for (const std::uint32_t arrivals : state.arrivals) result = mix(result, arrivals);
  // A sum, so that the order in which tasks were created does not matter.
  std::uint64_t tasks = 0;
  for (const Task& task : state.tasks)
    tasks += task_fingerprint(task, state, image, names, messages);
  return mix(result, tasks);
}

}  // namespace mazurka::model
