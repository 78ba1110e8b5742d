#include "program/model/state.h"

#include <algorithm>

namespace mazurka::model {

State::State(const Image& image, const Registry& registry)
    : owners(image.locks.size(), nothing),
      sleepers(image.condition_variables.size()),
      arrivals(image.barriers.size()),
      image_(image),
      free_frames_(image.procedures.size()) {
  for (const Cell& cell : image.cells) initial_.push_back(cell.initial);
  values = initial_;
  for (const HandlerId handler : image.handlers)
    handlers.emplace_back(registry.handler(handler).discipline);
}

void State::restart() {
  std::copy(initial_.begin(), initial_.end(), values.begin());
  std::fill(owners.begin(), owners.end(), nothing);
  for (std::vector<Slot>& each : sleepers) each.clear();
  std::fill(arrivals.begin(), arrivals.end(), 0);
  for (HandlerState& handler : handlers) handler.clear();
  for (const Task& task : tasks) slot_of_[task.id.value] = nothing;
  for (std::vector<Mail>& each : mail) each.clear();
  tasks.clear();
  used_registers_ = 0;
  frames_.clear();
  for (auto& each : free_frames_) each.clear();
  live_.clear();
}

std::uint32_t State::take_registers(std::size_t count) {
  const std::size_t first = used_registers_;
  used_registers_ += count;
  if (used_registers_ > registers_.size()) registers_.resize(2 * used_registers_);
  std::fill_n(registers_.begin() + static_cast<std::ptrdiff_t>(first), count, 0);
  return static_cast<std::uint32_t>(first);
}

Slot State::add_task(TaskId id, std::uint32_t code, std::uint32_t handler, std::size_t arguments) {
  const TaskCode& task = image_.tasks[code];
  const auto slot = static_cast<Slot>(tasks.size());
  const std::uint32_t base = take_registers(std::size_t{task.parameters} + task.registers);
  for (std::size_t i = 0; i < task.parameters; ++i)
    registers_[base + i] = registers_[base + task.parameters + i] = registers_[arguments + i];
  tasks.push_back({.id = id,
                   .code = code,
                   .pc = task.entry,
                   .registers = base + task.parameters,
                   .base = base + task.parameters,
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

void State::enter(Task& task, const Instruction& call, std::uint32_t pc) {
  const ProcedureCode& code = image_.procedures[call.a];
  std::vector<std::uint32_t>& unused = free_frames_[call.a];
  std::uint32_t number = static_cast<std::uint32_t>(frames_.size());
  if (unused.empty()) {
    frames_.push_back({.procedure = call.a, .registers = take_registers(code.registers)});
  } else {
    number = unused.back();
    unused.pop_back();
    std::fill_n(registers_.begin() + frames_[number].registers, code.registers, 0);
  }
  Frame& frame = frames_[number];
  frame.caller = task.frame;
  frame.call = pc;
  frame.caller_registers = task.registers;
  std::copy_n(registers_.begin() + task.registers + call.c, code.parameters,
              registers_.begin() + frame.registers);
  task.frame = number;
  task.registers = frame.registers;
  ++task.depth;
}

std::uint32_t State::leave(Task& task, std::int64_t value) {
  const Frame& frame = frames_[task.frame];
  free_frames_[frame.procedure].push_back(task.frame);
  task.registers = frame.caller_registers;
  registers_[task.registers + image_.code[frame.call].b] = value;
  task.frame = frame.caller;
  --task.depth;
  return frame.call;
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
