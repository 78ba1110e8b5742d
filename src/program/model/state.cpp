#include "program/model/state.h"

#include <algorithm>

namespace mazurka::model {

State::State(const Image& image, const Registry& registry)
    : owners(image.locks.size(), nothing),
      sleepers(image.condition_variables.size()),
      image_(image) {
  for (const Cell& cell : image.cells) initial_.push_back(cell.initial);
  values = initial_;
  for (const HandlerId handler : image.handlers)
    handlers.emplace_back(registry.handler(handler).discipline);
}

void State::restart() {
  std::copy(initial_.begin(), initial_.end(), values.begin());
  std::fill(owners.begin(), owners.end(), nothing);
  for (std::vector<Slot>& each : sleepers) each.clear();
  for (HandlerState& handler : handlers) handler.clear();
  for (const Task& task : tasks) slot_of_[task.id.value] = nothing;
  for (std::vector<Mail>& each : mail) each.clear();
  tasks.clear();
  registers_.clear();
  live_.clear();
}

Slot State::add_task(TaskId id, std::uint32_t code, std::uint32_t handler, std::size_t arguments) {
  const TaskCode& task = image_.tasks[code];
  const auto slot = static_cast<Slot>(tasks.size());
  const std::size_t base = registers_.size();
  registers_.resize(base + task.parameters + task.registers, 0);
  for (std::size_t i = 0; i < task.parameters; ++i)
    registers_[base + i] = registers_[base + task.parameters + i] = registers_[arguments + i];
  tasks.push_back({.id = id,
                   .code = code,
                   .pc = task.entry,
                   .registers = static_cast<std::uint32_t>(base) + task.parameters,
                   .handler = handler});
  if (slot >= mail.size()) mail.emplace_back();
  if (id.value >= slot_of_.size()) slot_of_.resize(id.value + 1, nothing);
  slot_of_[id.value] = slot;
  const auto place = live_.empty() || live_.back().id < id
                         ? live_.end()
                         : std::ranges::lower_bound(live_, id, {}, &Live::id);
  live_.insert(place, {id, slot});
  return slot;
}

void State::end_task(Slot slot) {
  Task& task = tasks[slot];
  task.standing = Standing::ended;
  if (task.handler != nothing) handlers[task.handler].end(slot);
  live_.erase(std::ranges::lower_bound(live_, task.id, {}, &Live::id));
}

void State::post(std::uint32_t handler, Slot message) {
  tasks[message].standing = Standing::mailed;
  handlers[handler].post(message);
}

void State::start(Slot message) { handlers[tasks[message].handler].start(message); }

}  // namespace mazurka::model
