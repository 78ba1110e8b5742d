// Read-write locks: readers do not conflict with each other.
//
// A lock is a number, -1 if a writer holds it, and parts that count its readers. A reader waits
// until the number is not -1, and adds to the part of its task: it reads the number and writes the
// part. A writer waits until the number and all parts are 0: it reads the parts and writes the
// number. So readers of different parts have no access in common that conflicts, and each of them
// conflicts with each writer. Nothing but the variables of awaits is needed for that.
//
// The explorers try, for each writer and each part, all places where the part may have been: a
// number that grows exponentially with the parts. So there are few of them. Tasks that share one
// conflict; that costs executions, but misses nothing.
#include "program/native/schedule/runtime.h"

namespace mazurka::native {
namespace {

constexpr std::uint32_t most_parts = 12;
constexpr std::uint32_t most_parts_with_handlers = 8;  // Event-DPOR looks closer at each place

constexpr std::int64_t written = -1;

Condition wanted_by(bool writer, const Synchroniser& lock, const char* text) {
  Condition result;
  result.kind = writer ? Condition::Kind::equal : Condition::Kind::at_least;
  result.object = lock.object;
  result.text = text;
  result.lock = &lock;
  result.with_parts = writer;
  return result;
}

}  // namespace

// --- Parts ---------------------------------------------------------------------------------------

void Runtime::add_part(Synchroniser& part) {
  Synchroniser& lock = synchroniser(without_part(part.address), part.kind);
  lock.parts.push_back(&part);
  // Writers read it from the next exploration on, if anybody must know of this lock at all.
  part.is_news = true;
  if (lock.visible || lock.is_news) synchronisers_have_news_ = true;
}

Synchroniser& Runtime::part_for(Synchroniser& lock, TaskId task) {
  const std::uint32_t count = handlers_.empty() ? most_parts : most_parts_with_handlers;
  Synchroniser& part = synchroniser(address_of_part(lock.address, task.value % count), lock.kind);
  value_of(part);
  return part;
}

std::int64_t Runtime::holders_of(const Synchroniser& lock) const {
  if (lock.value == written) return written;
  std::int64_t result = 0;
  for (const Synchroniser* const part : lock.parts)
    if (part->execution == execution_) result += part->value;
  return result;
}

AccessListId Runtime::accesses_of_reader(const Synchroniser& lock, const Synchroniser& part) {
  const OutsideProgram outside;
  const Access both[] = {{lock.object, AccessKind::read}, {part.object, AccessKind::write}};
  return registry_.access_list(both);
}

AccessListId Runtime::accesses_of_writer(const Synchroniser& lock, AccessKind of_parts) {
  const OutsideProgram outside;
  std::vector<Access> all = {{lock.object, AccessKind::write}};
  for (const Synchroniser* const part : lock.parts)
    if (part->visible) all.push_back({part->object, of_parts});
  return registry_.access_list(all);
}

// --- Operations ----------------------------------------------------------------------------------

// A lock that nobody locks to write makes no events.
bool Runtime::touch_to_read(Synchroniser& lock) {
  if (section_ != nullptr) refuse_in_section(running->place);
  if (is_quiet_) return false;
  if (lock.touch(running->id, false)) synchronisers_have_news_ = true;
  return lock.visible;
}

void Runtime::lock_to_read(Synchroniser& lock, const char* text, Address place) {
  Task& task = *running;
  Synchroniser& part = part_for(lock, task.id);
  const bool must_wait = lock.value == written;
  if (touch_to_read(lock) || must_wait) {
    if (must_wait) learn_awaited(lock);
    stand_before_number(task, part);
    task.accesses = accesses_of_reader(lock, part);
    Condition condition = wanted_by(false, lock, text);
    condition.accesses = task.accesses;
    stand_before_await(task, condition);
    announce(OperationKind::await, Standing::await, place, MemoryOrder::acquire);
  }
  ++part.value;
  keep_as_initial(part);
  took(lock, true, place);
}

void Runtime::lock_to_write(Synchroniser& lock, const char* text, Address place) {
  Task& task = *running;
  const bool must_wait = holders_of(lock) != 0;
  if (touch(lock) || must_wait) {
    if (must_wait) learn_awaited(lock);
    stand_before_number(task, lock);
    task.accesses = accesses_of_writer(lock, AccessKind::read);
    Condition condition = wanted_by(true, lock, text);
    condition.accesses = task.accesses;
    stand_before_await(task, condition);
    announce(OperationKind::await, Standing::await, place, MemoryOrder::acquire);
  }
  lock.value = written;
  keep_as_initial(lock);
  took(lock, false, place);
}

bool Runtime::trylock_to_read(Synchroniser& lock, Address place) {
  Synchroniser& part = part_for(lock, running->id);
  const bool is_event = touch_to_read(lock);
  if (is_event) {
    stand_before_number(*running, part);
    running->accesses = accesses_of_reader(lock, part);
    call_next_event("trylock_shared({}): succeeds");
    announce(OperationKind::update, Standing::ready, place, MemoryOrder::acquire);
  }
  if (lock.value == written) {
    if (is_event) event_.order = MemoryOrder::relaxed;
    if (is_event) call_last_event("trylock_shared({}): fails");
    return false;
  }
  ++part.value;
  keep_as_initial(part);
  took(lock, true, place);
  return true;
}

bool Runtime::trylock_to_write(Synchroniser& lock, Address place) {
  const bool is_event = touch(lock);
  if (is_event) {
    stand_before_number(*running, lock);
    running->accesses = accesses_of_writer(lock, AccessKind::read);
    call_next_event("trylock({}): succeeds");
    announce(OperationKind::update, Standing::ready, place, MemoryOrder::acquire);
  }
  if (holders_of(lock) != 0) {
    if (is_event) event_.order = MemoryOrder::relaxed;
    if (is_event) call_last_event("trylock({}): fails");
    return false;
  }
  lock.value = written;
  keep_as_initial(lock);
  took(lock, false, place);
  return true;
}

// REQUIRES: the task holds it. So if a writer does, that is this task.
void Runtime::unlock_read_write(Synchroniser& lock, Address place) {
  const bool was_reader = lock.value != written;
  Synchroniser& changed = was_reader ? part_for(lock, running->id) : lock;
  if (was_reader ? touch_to_read(lock) : touch(lock)) {
    stand_before_number(*running, changed);
    call_next_event(was_reader ? "unlock_shared({})" : "unlock({})");
    announce(OperationKind::update, Standing::ready, place, MemoryOrder::release);
  }
  changed.value = was_reader ? changed.value - 1 : 0;
  keep_as_initial(changed);
  gives_back(lock);
}

void Runtime::use_whole_lock(Synchroniser& lock, bool resets, Address place) {
  if (touch(lock)) {
    stand_before_number(*running, lock);
    running->accesses = accesses_of_writer(lock, resets ? AccessKind::write : AccessKind::read);
    call_next_event(resets ? "init({})" : "destroy({})");
    announce(OperationKind::update, Standing::ready, place,
             resets ? MemoryOrder::sequential : MemoryOrder::relaxed);
  }
  if (!resets) return;
  lock.value = 0;
  keep_as_initial(lock);
  for (Synchroniser* const part : lock.parts) {
    value_of(*part) = 0;
    keep_as_initial(*part);
  }
}

}  // namespace mazurka::native
