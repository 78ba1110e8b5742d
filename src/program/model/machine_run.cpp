// Runs local code, registers and control flow, up to the next visible operation.
#include "program/model/arithmetic.h"
#include "program/model/machine.h"

namespace mazurka::model {

// A failure stops the task.
void Machine::run(Slot slot) {
  Task& task = state_.tasks[slot];
  std::int64_t* r = state_.registers(task);
  const Instruction* const code = image_.code.data();
  std::int64_t steps_left = most_local_steps;
  for (std::uint32_t pc = task.pc;; ++pc) {
    const Instruction& i = code[pc];
    switch (i.op) {
      case Op::load:
        r[i.a] = image_.constants[i.b];
        break;
      case Op::move:
        r[i.a] = r[i.b];
        break;
      case Op::jump:
        pc = i.a - 1;
        break;
      case Op::jump_if_zero:
        if (r[i.b] == 0) pc = i.a - 1;
        break;
      case Op::loop:
        steps_left -= i.b;
        if (steps_left < 0) return fail_loop(slot, pc);
        pc = i.a - 1;
        break;
      case Op::pick: {
        const Array& array = image_.arrays[i.b];
        if (r[i.c] < 0 || r[i.c] >= array.count) return fail_operation(slot, pc, r[i.c]);
        r[i.a] = array.first + r[i.c];
        break;
      }
      case Op::assertion:
        if (r[i.a] == 0) return fail_assertion(slot, pc);
        break;
      case Op::assume:
        if (r[i.a] == 0) return stop_at_assume(slot, pc);
        break;
      case Op::self:
        r[i.a] = names_.value_of(task.id);
        break;
      case Op::call:
        if (task.depth >= most_calls_) return stop_too_deep(slot, pc);
        if (--steps_left < 0) return fail_loop(slot, pc);
        state_.enter(task, i, pc);
        r = state_.registers(task);
        pc = image_.procedures[i.a].entry - 1;
        break;
      case Op::give_back:
        pc = state_.leave(task, r[i.a]);
        r = state_.registers(task);
        break;
      case Op::finish:
        task.pc = pc;
        return state_.end_task(slot);
      default:
        if (is_visible(i.op)) {
          task.pc = pc;
          return arrive(slot, i);
        }
        if (!is_defined(i.op, r[i.c])) return fail_operation(slot, pc, 0);
        r[i.a] = apply(i.op, r[i.b], r[i.c]);
    }
  }
}

std::uint32_t Machine::target_b(const Task& task, const Instruction& i) const {
  return i.b_in_register ? static_cast<std::uint32_t>(state_.registers(task)[i.b]) : i.b;
}

std::uint32_t Machine::target_c(const Task& task, const Instruction& i) const {
  return i.c_in_register ? static_cast<std::uint32_t>(state_.registers(task)[i.c]) : i.c;
}

// Prepares the visible operation that the task has reached: what it operates on, and what it waits
// for.
void Machine::arrive(Slot slot, const Instruction& i) {
  Task& task = state_.tasks[slot];
  task.standing = Standing::ready;
  switch (i.op) {
    case Op::lock:
      task.standing = Standing::lock;
      break;
    case Op::signal:
      task.standing = Standing::signal;
      break;
    case Op::leave:
      task.standing = Standing::leave;
      break;
    case Op::unlock:
    case Op::sleep:
      return arrive_at_lock_release(slot, i);
    case Op::choose:
      return arrive_at_choose(slot, i);
    case Op::spawn:
      return;
    case Op::join:
      return arrive_at_join(slot, i);
    case Op::cancel:
      return arrive_at_cancel(slot, i);
    case Op::begin:
      task.condition = conditions_.not_cancelled(task.id);
      task.standing = Standing::begin;
      return;
    case Op::send:
      return arrive_at_send(slot, i);
    case Op::receive:
      return arrive_at_receive(slot, i);
    case Op::await:
      task.condition = conditions_.capture(i.a, state_.registers(task));
      task.standing = Standing::await;
      return;
    default:
      break;
  }
  task.target = target_b(task, i);
}

// Checks that the task holds the lock. Only the task itself can acquire or release its locks, so
// this is known before the event: a misuse is not an event.
void Machine::arrive_at_lock_release(Slot slot, const Instruction& i) {
  Task& task = state_.tasks[slot];
  if (i.op == Op::sleep) task.second = target_b(task, i);
  task.target = i.op == Op::sleep ? target_c(task, i) : target_b(task, i);
  if (state_.owners[task.target] != slot) fail_release(slot, task.target);
}

void Machine::arrive_at_join(Slot slot, const Instruction& i) {
  Task& task = state_.tasks[slot];
  const std::int64_t value = state_.registers(task)[i.a];
  const TaskId joined = names_.with_value(value);
  const Slot target = joined.exists() ? state_.slot_of(joined) : nothing;
  if (target == nothing || state_.tasks[target].handler != nothing)
    return fail_task_id(slot, value);
  task.target = target;
  task.standing = Standing::join;
}

void Machine::arrive_at_cancel(Slot slot, const Instruction& i) {
  Task& task = state_.tasks[slot];
  const std::int64_t value = state_.registers(task)[i.a];
  const TaskId cancelled = names_.with_value(value);
  const Slot target = cancelled.exists() ? state_.slot_of(cancelled) : nothing;
  if (target == nothing) return fail_task_id(slot, value);
  task.target = target;
}

void Machine::arrive_at_send(Slot slot, const Instruction& i) {
  Task& task = state_.tasks[slot];
  const std::int64_t* const r = state_.registers(task);
  const TaskId to = names_.with_value(r[i.b]);
  const Slot target = to.exists() ? state_.slot_of(to) : nothing;
  if (target == nothing) return fail_task_id(slot, r[i.b]);
  task.target = target;
  task.second = messages_.message(i.a, r + i.c);
  task.standing = Standing::send;
}

void Machine::arrive_at_receive(Slot slot, const Instruction& i) {
  Task& task = state_.tasks[slot];
  task.target = messages_.filter(i.a, state_.registers(task));
  task.standing = Standing::receive;
}

void Machine::arrive_at_choose(Slot slot, const Instruction& i) {
  Task& task = state_.tasks[slot];
  const std::int64_t count = state_.registers(task)[i.c];
  if (count <= 0 || count > most_alternatives) return fail_choose(slot, count);
  task.target = static_cast<std::uint32_t>(count);
  task.standing = Standing::choose;
}

}  // namespace mazurka::model
