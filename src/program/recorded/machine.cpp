#include "program/recorded/machine.h"

#include <bit>

#include "core/hash.h"

namespace mazurka::recorded {

Machine::Machine(const Image& image, const Registry& registry)
    : image_(image), registry_(registry) {
  for (std::uint32_t i = 0; i < registry.handler_count(); ++i)
    handlers_.emplace_back(registry.handler({i}).discipline);
}

void Machine::restart() {
  standing_.assign(image_.tasks.size(), Standing::absent);
  done_.assign(image_.tasks.size(), 0);
  owners_.assign(image_.lock_count, nothing);
  live_.assign((image_.tasks.size() + 63) / 64, 0);
  for (HandlerState& handler : handlers_) handler.clear();
  for (Index task = 0; task < image_.tasks.size(); ++task)
    if (image_.tasks[task].is_initial) create(task, Standing::live);
  enabled_known_ = false;
}

void Machine::create(Index task, Standing standing) {
  standing_[task] = standing;
  live_[task / 64] |= std::uint64_t{1} << task % 64;
}

void Machine::end(Index task) {
  standing_[task] = Standing::ended;
  live_[task / 64] &= ~(std::uint64_t{1} << task % 64);
  const Index handler = image_.tasks[task].handler;
  if (handler != nothing) handlers_[handler].end(task);
}

// When its turn has come, and not before the thread loops.
bool Machine::can_start(Index task, const Event& event) const {
  return handlers_[image_.tasks[task].handler].can_start(task) &&
         done_[event.other.value] > event.other_index;
}

// REQUIRES: the task exists.
bool Machine::can_continue(Index task) const {
  const Event& event = next_of(task);
  switch (event.operation) {
    case OperationKind::lock:
      return owners_[image_.locks[static_cast<std::size_t>(&event - image_.events.data())]] ==
             nothing;
    case OperationKind::join:
      return standing_[event.other.value] == Standing::ended;
    case OperationKind::reach:
      return image_.waits_at_once ? can_reach_all(task) : can_reach(event);
    case OperationKind::start:
      return can_start(task, event);
    default:
      return true;
  }
}

bool Machine::can_reach(const Event& event) const {
  return !event.other.exists() || done_[event.other.value] > event.other_index;
}

// Returns whether the next event and the further events of the same operation can be reached.
bool Machine::can_reach_all(Index task) const {
  const auto line_of = [&](const Event& event) { return registry_.location(event.location).line; };
  const std::uint32_t end = image_.tasks[task].first + image_.tasks[task].count;
  const Event& next = next_of(task);
  for (std::uint32_t i = image_.tasks[task].first + done_[task]; i < end; ++i) {
    const Event& event = image_.events[i];
    if (event.operation != OperationKind::reach || line_of(event) != line_of(next)) break;
    if (!can_reach(event)) return false;
  }
  return true;
}

std::span<const Choice> Machine::enabled() {
  if (enabled_known_) return enabled_;
  enabled_known_ = true;
  enabled_.clear();
  for (std::size_t i = 0; i < live_.size(); ++i)
    for (std::uint64_t word = live_[i]; word != 0; word &= word - 1) {
      const auto task = static_cast<Index>(i * 64) + static_cast<Index>(std::countr_zero(word));
      if (can_continue(task)) enabled_.push_back({TaskId{task}, 0});
    }
  return enabled_;
}

const Event* Machine::step(Choice choice) {
  const Index task = choice.task.value;
  if (task >= image_.tasks.size() || choice.value != 0 || !exists(task) || !can_continue(task))
    return nullptr;
  enabled_known_ = false;
  const Event& event = next_of(task);
  execute(task, event);
  ++done_[task];
  if (event.ends_task) end(task);
  return &event;
}

void Machine::execute(Index task, const Event& event) {
  const std::uint32_t lock = image_.locks[static_cast<std::size_t>(&event - image_.events.data())];
  switch (event.operation) {
    case OperationKind::lock:
      owners_[lock] = task;
      break;
    case OperationKind::unlock:
      owners_[lock] = nothing;
      break;
    case OperationKind::spawn:
      create(event.other.value, Standing::live);
      break;
    case OperationKind::post:
      create(event.other.value, Standing::mailed);
      handlers_[image_.tasks[event.other.value].handler].post(event.other.value);
      break;
    case OperationKind::start:
      standing_[task] = Standing::live;
      handlers_[image_.tasks[task].handler].start(task);
      break;
    default:
      break;
  }
}

void Machine::pending(std::vector<Pending>& result) const {
  result.clear();
  for (Index task = 0; task < image_.tasks.size(); ++task) {
    if (!exists(task)) continue;
    const Event& event = next_of(task);
    Pending& pending = result.emplace_back();
    pending.task = TaskId{task};
    pending.index = event.index;
    pending.operation = event.operation;
    pending.enabled = can_continue(task);
    pending.object = event.object;
    pending.accesses = event.accesses;
    pending.location = event.location;
    if (!creates_task(event.operation)) {
      pending.other = event.other;
      pending.other_index = event.other_index;
    }
  }
}

void Machine::set_aside(TaskId message, bool aside) {
  handlers_[image_.tasks[message.value].handler].set_aside(message.value, aside);
  enabled_known_ = false;
}

// Recorded traces have no failures.
Ending Machine::ending() const {
  for (Index task = 0; task < image_.tasks.size(); ++task)
    if (exists(task)) return {.kind = EndingKind::deadlock};
  return {};
}

std::uint64_t Machine::mailbox_fingerprint() const {
  std::uint64_t result = 0;
  const auto itself = [](Index task) { return task; };
  for (std::size_t i = 0; i < handlers_.size(); ++i)
    if (const std::uint64_t waiting = handlers_[i].fingerprint(itself); waiting != 0)
      result = mix(mix(result, i), waiting);
  return result;
}

std::uint64_t Machine::state_fingerprint() const {
  std::uint64_t result = 0;
  for (Index task = 0; task < image_.tasks.size(); ++task)
    result = mix(result, mix(done_[task], static_cast<std::uint64_t>(standing_[task])));
  for (const Index owner : owners_) result = mix(result, owner);
  return result;
}

}  // namespace mazurka::recorded
