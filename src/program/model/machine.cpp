#include "program/model/machine.h"

#include <algorithm>

#include "program/model/operations_in_code.h"

namespace mazurka::model {

Machine::Machine(const Image& image, Registry& registry, std::uint32_t most_calls)
    : image_(image),
      registry_(registry),
      most_calls_(most_calls),
      state_(image, registry),
      names_(registry),
      accesses_(image, registry),
      conditions_(image, registry, accesses_),
      messages_(image, registry) {}

void Machine::restart() {
  state_.restart();
  conditions_.restart();
  events_ = 0;
  failures_.clear();
  too_deep_ = LocationId::none();
  enabled_known_ = false;
  // All threads exist before the first one runs, because it may send to the others.
  const auto threads = static_cast<std::uint32_t>(image_.initial_threads.size());
  for (std::uint32_t i = 0; i < threads; ++i) {
    const std::uint32_t code = image_.initial_threads[i];
    static_cast<void>(state_.add_task(names_.initial(i, code), code, nothing, 0));
  }
  for (Slot slot = 0; slot < threads; ++slot) run(slot);
}

bool Machine::let_messages_overlap(HandlerId handler, bool overlap) {
  const auto place = std::ranges::find(image_.handlers, handler);
  const auto index = static_cast<std::size_t>(place - image_.handlers.begin());
  return state_.handlers[index].let_messages_overlap(overlap);
}

bool Machine::set_aside(TaskId message, bool aside) {
  const Slot slot = state_.slot_of(message);
  if (slot == nothing || state_.tasks[slot].handler == nothing) return false;
  state_.handlers[state_.tasks[slot].handler].set_aside(slot, aside);
  enabled_known_ = false;
  return true;
}

bool Machine::can_be_woken(const Task& signaller, std::uint32_t value) const {
  const std::vector<Slot>& sleepers = state_.sleepers[signaller.target];
  if (sleepers.empty()) return value == wakes_nobody;
  const auto is_meant = [&](Slot sleeper) {
    return value_waking(state_.tasks[sleeper].id) == value;
  };
  return std::ranges::any_of(sleepers, is_meant);
}

// Returns whether the task is enabled. For an await, stores the result of its condition in
// awaited_.
bool Machine::can_continue(Slot slot, std::uint32_t value) {
  const Task& task = state_.tasks[slot];
  switch (task.standing) {
    case Standing::ready:
    case Standing::send:
      return value == 0;
    case Standing::receive:
      return value == 0 && (has_after(task) || first_match(slot) != nothing);
    case Standing::lock:
      return value == 0 && state_.owners[task.target] == nothing;
    case Standing::join:
      return value == 0 && state_.tasks[task.target].standing == Standing::ended;
    case Standing::begin:
      return value == 0 && !task.cancelled;
    case Standing::leave: {
      const std::uint64_t parties = image_.barriers[task.target].parties;
      return value == 0 && state_.arrivals[task.target] >= (task.second + 1) * parties;
    }
    case Standing::await:
      awaited_ = conditions_.evaluate(task.condition, state_.values);
      return value == 0 && awaited_.lets_continue();
    case Standing::choose:
      return value < task.target;
    case Standing::signal:
      return can_be_woken(task, value);
    case Standing::mailed:
      return value == 0 && state_.can_start(task, slot);
    case Standing::asleep:
    case Standing::stopped:
    case Standing::ended:
      break;
  }
  return false;
}

// Appends the choices of a task with alternatives.
void Machine::add_alternatives(const Task& task) {
  if (task.standing == Standing::choose) {
    for (std::uint32_t value = 0; value < task.target; ++value)
      enabled_.push_back({task.id, value});
    return;
  }
  const std::vector<Slot>& sleepers = state_.sleepers[task.target];
  for (const Slot sleeper : sleepers)
    enabled_.push_back({task.id, value_waking(state_.tasks[sleeper].id)});
  if (sleepers.empty()) enabled_.push_back({task.id, wakes_nobody});
}

std::span<const Choice> Machine::enabled() {
  if (enabled_known_) return enabled_;
  enabled_known_ = true;
  enabled_.clear();
  for (const auto& [id, slot] : state_.live()) {
    const Task& task = state_.tasks[slot];
    if (task.standing == Standing::choose || task.standing == Standing::signal)
      add_alternatives(task);
    else if (can_continue(slot, 0))
      enabled_.push_back({id, 0});
  }
  return enabled_;
}

// REQUIRES: the next instruction of the task is visible.
void Machine::describe_operation(const Task& task, Pending& pending) {
  pending.operation = operation_kind(image_.code[task.pc].op);
  pending.location = image_.origins[task.pc].location;
  if (image_.code[task.pc].op == Op::cancel) {
    const TaskId cancelled = state_.tasks[task.target].id;
    pending.object = registry_.cancel_flag_of(cancelled);
    pending.accesses = flag_access(cancelled, AccessKind::write);
    return;
  }
  switch (pending.operation) {
    case OperationKind::read:
    case OperationKind::write:
    case OperationKind::update:
      pending.object = image_.cells[task.target].object;
      pending.accesses = pending.operation == OperationKind::read ? accesses_.read(task.target)
                                                                  : accesses_.write(task.target);
      break;
    case OperationKind::lock:
    case OperationKind::trylock:
    case OperationKind::unlock:
    case OperationKind::relock:
      pending.object = image_.locks[task.target];
      pending.accesses = accesses_.lock(task.target);
      break;
    case OperationKind::sleep:
      pending.object = image_.condition_variables[task.second];
      pending.accesses = accesses_.sleep(task.second, task.target);
      break;
    case OperationKind::signal:
    case OperationKind::broadcast:
      pending.object = image_.condition_variables[task.target];
      pending.accesses = accesses_.condition(task.target);
      break;
    case OperationKind::arrive:
    case OperationKind::leave: {
      const bool leaves = pending.operation == OperationKind::leave;
      const std::uint32_t round = leaves ? task.second : round_at(task.target);
      pending.object = image_.barriers[task.target].object;
      pending.accesses = registry_.access_list(
          {pending.object, leaves ? AccessKind::leave : AccessKind::arrive, round});
      break;
    }
    case OperationKind::post:
      pending.object = registry_.handler(image_.handlers[task.target]).as_lock;
      break;
    case OperationKind::join:
      pending.other = state_.tasks[task.target].id;
      break;
    case OperationKind::send:
      pending.other = state_.tasks[task.target].id;
      pending.object = registry_.mailbox_of(pending.other);
      pending.accesses = mailbox_access(pending.other, AccessKind::send, task.second);
      break;
    case OperationKind::receive: {
      if (has_after(task)) pending.operation = OperationKind::try_receive;
      pending.object = registry_.mailbox_of(task.id);
      const Slot slot = state_.slot_of(task.id);
      const std::uint32_t match = first_match(slot);
      const bool runs_after = match == nothing && has_after(task);
      pending.accesses =
          mailbox_access(task.id, runs_after ? AccessKind::after : AccessKind::take, task.target);
      if (match == nothing) break;
      pending.other = state_.mail[slot][match].sent_by.task;
      pending.other_index = state_.mail[slot][match].sent_by.index;
      break;
    }
    case OperationKind::await:
      pending.condition = task.condition;
      pending.accesses = conditions_.scope(task.condition);
      break;
    default:
      break;
  }
}

void Machine::pending(std::vector<Pending>& result) {
  result.clear();
  for (const State::Live& live : state_.live()) {
    const Task& task = state_.tasks[live.slot];
    Pending& pending = result.emplace_back();
    pending.task = task.id;
    pending.index = task.events;
    pending.accesses = Registry::no_accesses();
    pending.location = image_.origins[task.pc].location;
    pending.stopped = task.standing == Standing::stopped;
    pending.cancelled = never_starts(task);
    pending.asleep = task.standing == Standing::asleep;
    pending.enabled = task.standing == Standing::signal || can_continue(live.slot, 0);
    if (task.standing == Standing::mailed) {
      pending.operation = OperationKind::start;
      pending.location = image_.tasks[task.code].location;
      pending.object = registry_.handler(image_.handlers[task.handler]).as_lock;
    } else if (!pending.stopped) {
      describe_operation(task, pending);
    }
    if (pending.asleep) {
      pending.condition_variable = image_.condition_variables[task.second];
    } else if (pending.operation == OperationKind::relock) {
      pending.other = task.woken_by.task;
      pending.other_index = task.woken_by.index;
    }
  }
}

Ending Machine::ending() const {
  Ending result{.failures = failures_};
  const auto assumed = [&](const State::Live& live) { return state_.tasks[live.slot].assumed; };
  const auto waits = [&](const State::Live& live) {
    return !never_starts(state_.tasks[live.slot]);
  };
  if (!failures_.empty())
    result.kind = EndingKind::error;
  else if (std::ranges::any_of(state_.live(), assumed))
    result.kind = EndingKind::blocked;
  else if (std::ranges::any_of(state_.live(), waits))
    result.kind = EndingKind::deadlock;
  if (result.kind == EndingKind::blocked) result.too_deep = too_deep_;
  return result;
}

}  // namespace mazurka::model
