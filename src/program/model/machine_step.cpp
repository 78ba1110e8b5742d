// Executes visible operations.
#include <algorithm>

#include "core/barrier_room.h"
#include "program/model/machine.h"

namespace mazurka::model {

const Event* Machine::step(Choice choice) {
  const Slot slot = state_.slot_of(choice.task);
  if (slot == nothing || !can_continue(slot, choice.value)) return nullptr;
  enabled_known_ = false;
  begin_event(state_.tasks[slot], choice);
  if (state_.tasks[slot].standing == Standing::mailed) {
    start(slot);
    run(slot);
  } else if (execute(slot)) {
    run(slot);
  }
  event_.ends_task = state_.tasks[slot].standing == Standing::ended;
  return &event_;
}

void Machine::begin_event(Task& task, Choice choice) {
  event_ = Event{};
  event_.task = choice.task;
  event_.choice = choice.value;
  event_.index = task.events++;
  event_.accesses = Registry::no_accesses();
  event_.location = image_.origins[task.pc].location;
  ++events_;
}

void Machine::touch(OperationKind operation, ObjectId object, AccessListId accesses) {
  event_.operation = operation;
  event_.object = object;
  event_.accesses = accesses;
}

// Executes the instruction. Returns whether the task continues after it.
bool Machine::execute(Slot slot) {
  Task& task = state_.tasks[slot];
  const Instruction& i = image_.code[task.pc++];
  switch (i.op) {
    case Op::read:
      read(task, i);
      break;
    case Op::write:
      write(task, i);
      break;
    case Op::fetch_add:
    case Op::exchange:
    case Op::cas:
      update(task, i);
      break;
    case Op::lock:
      take_lock(slot, OperationKind::lock);
      break;
    case Op::relock:
      take_lock(slot, OperationKind::relock);
      break;
    case Op::trylock:
      trylock(slot, i);
      break;
    case Op::unlock:
      unlock(task);
      break;
    case Op::sleep:
      sleep(slot);
      return false;
    case Op::signal:
      signal(task);
      break;
    case Op::broadcast:
      broadcast(task);
      break;
    case Op::arrive:
      come_to_barrier(task);
      break;
    case Op::leave:
      leave_barrier(task);
      break;
    case Op::post:
      post(slot, i);
      break;
    case Op::spawn:
      spawn(slot, i);
      break;
    case Op::join:
      join(task);
      break;
    case Op::await:
      return await(slot, i);
    case Op::begin:
      begin(task);
      break;
    case Op::cancel:
      cancel(task);
      break;
    case Op::send:
      send(task);
      break;
    case Op::receive:
      receive(slot, i);
      break;
    default:
      event_.read_value = event_.choice;
      state_.registers(task)[i.a] = event_.choice;
  }
  return true;
}

void Machine::start(Slot slot) {
  const Task& task = state_.tasks[slot];
  state_.start(slot);
  touch(OperationKind::start, registry_.handler(image_.handlers[task.handler]).as_lock,
        Registry::no_accesses());
  event_.location = image_.tasks[task.code].location;
}

void Machine::read(Task& task, const Instruction& i) {
  touch(OperationKind::read, image_.cells[task.target].object, accesses_.read(task.target));
  event_.read_value = state_.values[task.target];
  state_.registers(task)[i.a] = event_.read_value;
}

void Machine::write(Task& task, const Instruction& i) {
  touch(OperationKind::write, image_.cells[task.target].object, accesses_.write(task.target));
  event_.written_value = state_.registers(task)[i.a];
  state_.values[task.target] = event_.written_value;
}

void Machine::update(Task& task, const Instruction& i) {
  touch(OperationKind::update, image_.cells[task.target].object, accesses_.write(task.target));
  std::int64_t* const r = state_.registers(task);
  std::int64_t& value = state_.values[task.target];
  const std::int64_t old = value;
  if (i.op == Op::cas) {
    event_.update = UpdateKind::compare;
    event_.operand = r[i.c];
    event_.succeeded = old == event_.operand;
    if (event_.succeeded) value = r[i.c + 1];
    r[i.a] = event_.succeeded;
  } else {
    value = i.op == Op::exchange ? r[i.c]
                                 : static_cast<std::int64_t>(static_cast<std::uint64_t>(old) +
                                                             static_cast<std::uint64_t>(r[i.c]));
    r[i.a] = old;
  }
  event_.read_value = old;
  event_.written_value = value;
}

void Machine::take_lock(Slot slot, OperationKind operation) {
  const Task& task = state_.tasks[slot];
  touch(operation, image_.locks[task.target], accesses_.lock(task.target));
  state_.owners[task.target] = slot;
  if (operation != OperationKind::relock) return;
  event_.other = task.woken_by.task;
  event_.other_index = task.woken_by.index;
}

void Machine::trylock(Slot slot, const Instruction& i) {
  const Task& task = state_.tasks[slot];
  touch(OperationKind::trylock, image_.locks[task.target], accesses_.lock(task.target));
  Slot& owner = state_.owners[task.target];
  event_.succeeded = owner == nothing;
  if (event_.succeeded) owner = slot;
  state_.registers(task)[i.a] = event_.succeeded;
}

void Machine::unlock(Task& task) {
  touch(OperationKind::unlock, image_.locks[task.target], accesses_.lock(task.target));
  state_.owners[task.target] = nothing;
}

void Machine::sleep(Slot slot) {
  Task& task = state_.tasks[slot];
  touch(OperationKind::sleep, image_.condition_variables[task.second],
        accesses_.sleep(task.second, task.target));
  state_.owners[task.target] = nothing;
  task.standing = Standing::asleep;
  std::vector<Slot>& sleepers = state_.sleepers[task.second];
  const auto id = [&](Slot sleeper) { return state_.tasks[sleeper].id; };
  sleepers.insert(std::ranges::lower_bound(sleepers, task.id, {}, id), slot);
}

void Machine::wake(Slot sleeper) {
  Task& task = state_.tasks[sleeper];
  task.standing = Standing::lock;
  task.woken_by = event_.id();
}

void Machine::signal(Task& task) {
  touch(OperationKind::signal, image_.condition_variables[task.target],
        accesses_.condition(task.target));
  event_.succeeded = event_.choice != wakes_nobody;
  if (!event_.succeeded) return;
  event_.other = woken_task(event_.choice);
  const Slot sleeper = state_.slot_of(event_.other);
  std::erase(state_.sleepers[task.target], sleeper);
  wake(sleeper);
}

void Machine::broadcast(Task& task) {
  touch(OperationKind::broadcast, image_.condition_variables[task.target],
        accesses_.condition(task.target));
  event_.succeeded = !state_.sleepers[task.target].empty();
  for (const Slot sleeper : state_.sleepers[task.target]) wake(sleeper);
  state_.sleepers[task.target].clear();
}

void Machine::come_to_barrier(Task& task) {
  const Barrier& barrier = image_.barriers[task.target];
  task.second = round_at(task.target);
  touch(OperationKind::arrive, barrier.object,
        registry_.access_list({barrier.object, AccessKind::arrive, task.second}));
  event_.operand = operand_of_round(task.second, barrier.parties);
  std::uint32_t& arrivals = state_.arrivals[task.target];
  set_room(event_, barrier.parties - arrivals % barrier.parties);
  ++arrivals;
}

void Machine::leave_barrier(const Task& task) {
  const Barrier& barrier = image_.barriers[task.target];
  touch(OperationKind::leave, barrier.object,
        registry_.access_list({barrier.object, AccessKind::leave, task.second}));
  event_.operand = operand_of_round(task.second, barrier.parties);
}

// Invalidates references to tasks and registers.
Slot Machine::create(Slot creator, const Instruction& i, std::uint32_t handler) {
  Task& task = state_.tasks[creator];
  const HandlerId runs_on = handler == nothing ? HandlerId::none() : image_.handlers[handler];
  event_.other = names_.created(task.id, task.created++, i.a, runs_on);
  return state_.add_task(event_.other, i.a, handler, std::size_t{task.registers} + i.c);
}

void Machine::post(Slot slot, const Instruction& i) {
  const std::uint32_t handler = state_.tasks[slot].target;
  touch(OperationKind::post, registry_.handler(image_.handlers[handler]).as_lock,
        Registry::no_accesses());
  state_.post(handler, create(slot, i, handler));
}

void Machine::spawn(Slot slot, const Instruction& i) {
  event_.operation = OperationKind::spawn;
  const Slot thread = create(slot, i, nothing);
  const Task& creator = state_.tasks[slot];
  if (i.b != nothing) state_.registers(creator)[i.b] = names_.value_of(event_.other);
  run(thread);
}

void Machine::join(Task& task) {
  event_.operation = OperationKind::join;
  event_.other = state_.tasks[task.target].id;
}

// A thread that can be cancelled starts with an await: that its flag is 0. A cancel writes the
// flag. So the explorers need to know nothing else about cancelling.
void Machine::begin(const Task& task) {
  event_.operation = OperationKind::await;
  event_.condition = task.condition;
  event_.accesses = conditions_.scope(task.condition);
}

void Machine::cancel(const Task& task) {
  Task& cancelled = state_.tasks[task.target];
  touch(OperationKind::write, registry_.cancel_flag_of(cancelled.id),
        flag_access(cancelled.id, AccessKind::write));
  event_.written_value = 1;
  cancelled.cancelled = true;
}

AccessListId Machine::flag_access(TaskId task, AccessKind kind) {
  return registry_.access_list(Access{registry_.cancel_flag_of(task), kind});
}

AccessListId Machine::mailbox_access(TaskId owner, AccessKind kind, std::uint32_t detail) {
  return registry_.access_list(Access{registry_.mailbox_of(owner), kind, detail});
}

// Puts the message into the mailbox. A message to a task that has ended is dropped; the order with
// the end of that task does not count, because the task receives nothing more in either order.
void Machine::send(const Task& task) {
  const Task& to = state_.tasks[task.target];
  touch(OperationKind::send, registry_.mailbox_of(to.id),
        mailbox_access(to.id, AccessKind::send, task.second));
  event_.other = to.id;
  event_.message = task.second;
  if (to.standing != Standing::ended)
    state_.mail[task.target].push_back({task.second, event_.id()});
}

std::uint32_t Machine::first_match(Slot slot) const {
  const std::vector<Mail>& mail = state_.mail[slot];
  const Messages::Filter filter = state_.tasks[slot].target;
  for (std::uint32_t i = 0; i < mail.size(); ++i)
    if (registry_.matches().match(filter, mail[i].message)) return i;
  return nothing;
}

bool Machine::has_after(const Task& task) const {
  return image_.receives[image_.code[task.pc].a].after != nothing;
}

// REQUIRES: there is a match, or the receive has an `after`.
void Machine::receive(Slot slot, const Instruction& i) {
  Task& task = state_.tasks[slot];
  const ReceiveCode& code = image_.receives[i.a];
  const std::uint32_t match = first_match(slot);
  event_.succeeded = match != nothing;
  touch(code.after != nothing ? OperationKind::try_receive : OperationKind::receive,
        registry_.mailbox_of(task.id),
        mailbox_access(task.id, event_.succeeded ? AccessKind::take : AccessKind::after,
                       task.target));
  if (!event_.succeeded) {
    task.pc = code.after;
    return;
  }
  std::vector<Mail>& mail = state_.mail[slot];
  const Mail taken = mail[match];
  mail.erase(mail.begin() + match);
  event_.other = taken.sent_by.task;
  event_.other_index = taken.sent_by.index;
  event_.message = taken.message;
  const ArmCode& arm = messages_.arm_of(task.target, taken.message);
  std::ranges::copy(messages_.arguments(taken.message), state_.registers(task) + arm.first);
  task.pc = arm.entry;
}

// Executes an await. REQUIRES: awaited_ is the result of its condition.
bool Machine::await(Slot slot, const Instruction& i) {
  Task& task = state_.tasks[slot];
  event_.operation = OperationKind::await;
  event_.condition = task.condition;
  event_.accesses = conditions_.reads();
  task.pc = image_.conditions[i.a].next;
  if (awaited_.failed_at == nothing) return true;
  fail_operation(slot, awaited_.failed_at, awaited_.index);
  return false;
}

}  // namespace mazurka::model
