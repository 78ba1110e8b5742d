#include "program/native/sync/read_write_lock.h"

#include <vector>

#include "program/native/schedule/number.h"
#include "program/native/schedule/runtime.h"

namespace mazurka::native {
namespace {

constexpr std::uint32_t most_parts_with_handlers = 8;  // Event-DPOR spends more time on each part

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

// --- Parts ---------------------------------------------------------------------------------------

Synchroniser& part_for(Synchroniser& lock, AreaId area) {
  const std::uint32_t count =
      runtime->handlers.is_empty() ? most_parts_of_lock : most_parts_with_handlers;
  Synchroniser& part =
      runtime->synchronisers.at(address_of_part(lock.address, area.value % count), lock.kind);
  runtime->synchronisers.value_of(part);
  return part;
}

AccessListId accesses_of_reader(const Synchroniser& lock, const Synchroniser& part) {
  const OutsideProgram outside;
  const Access both[] = {{lock.object, AccessKind::read}, {part.object, AccessKind::write}};
  return runtime->registry.access_list(both);
}

AccessListId accesses_of_writer(const Synchroniser& lock, AccessKind of_parts) {
  const OutsideProgram outside;
  std::vector<Access> all = {{lock.object, AccessKind::write}};
  for (const Synchroniser* const part : lock.parts)
    if (part->visible) all.push_back({part->object, of_parts});
  return runtime->registry.access_list(all);
}

// Records a use as a reader. Operations on a lock that is never locked for writing are not events.
bool touch_to_read(Synchroniser& lock) { return runtime->touch(lock, false); }

}  // namespace

// --- Operations ----------------------------------------------------------------------------------

void lock_to_read(Synchroniser& lock, const char* text, Address place) {
  Task& task = *running;
  Synchroniser& part = part_for(lock, task.area);
  const bool must_wait = lock.value == written;
  if (touch_to_read(lock) || must_wait) {
    if (must_wait) runtime->synchronisers.learn_awaited(lock);
    task.pending.stand_before_number(part);
    task.pending.accesses = accesses_of_reader(lock, part);
    Condition condition = wanted_by(false, lock, text);
    condition.accesses = task.pending.accesses;
    runtime->announce_await(condition, place, MemoryOrder::acquire);
  }
  ++part.value;
  keep_as_initial(part);
  runtime->observation.took(lock, true, place);
}

void lock_to_write(Synchroniser& lock, const char* text, Address place) {
  Task& task = *running;
  const bool must_wait = runtime->synchronisers.holders_of(lock) != 0;
  if (runtime->touch(lock) || must_wait) {
    if (must_wait) runtime->synchronisers.learn_awaited(lock);
    task.pending.stand_before_number(lock);
    task.pending.accesses = accesses_of_writer(lock, AccessKind::read);
    Condition condition = wanted_by(true, lock, text);
    condition.accesses = task.pending.accesses;
    runtime->announce_await(condition, place, MemoryOrder::acquire);
  }
  lock.value = written;
  keep_as_initial(lock);
  runtime->observation.took(lock, false, place);
}

bool trylock_to_read(Synchroniser& lock, Address place) {
  Synchroniser& part = part_for(lock, running->area);
  const bool is_event = touch_to_read(lock);
  if (is_event) {
    running->pending.stand_before_number(part);
    running->pending.accesses = accesses_of_reader(lock, part);
    runtime->observation.call_next_event("trylock_shared({}): succeeds");
    runtime->announce(OperationKind::update, Standing::ready, place, MemoryOrder::acquire);
  }
  if (lock.value == written) {
    if (is_event) runtime->event().order = MemoryOrder::relaxed;
    if (is_event) runtime->observation.call_last_event("trylock_shared({}): fails");
    return false;
  }
  ++part.value;
  keep_as_initial(part);
  runtime->observation.took(lock, true, place);
  return true;
}

bool trylock_to_write(Synchroniser& lock, Address place) {
  const bool is_event = runtime->touch(lock);
  if (is_event) {
    running->pending.stand_before_number(lock);
    running->pending.accesses = accesses_of_writer(lock, AccessKind::read);
    runtime->observation.call_next_event("trylock({}): succeeds");
    runtime->announce(OperationKind::update, Standing::ready, place, MemoryOrder::acquire);
  }
  if (runtime->synchronisers.holders_of(lock) != 0) {
    if (is_event) runtime->event().order = MemoryOrder::relaxed;
    if (is_event) runtime->observation.call_last_event("trylock({}): fails");
    return false;
  }
  lock.value = written;
  keep_as_initial(lock);
  runtime->observation.took(lock, false, place);
  return true;
}

void unlock_read_write(Synchroniser& lock, Address place) {
  const bool was_reader = lock.value != written;
  Synchroniser& changed = was_reader ? part_for(lock, running->area) : lock;
  if (was_reader ? touch_to_read(lock) : runtime->touch(lock)) {
    running->pending.stand_before_number(changed);
    runtime->observation.call_next_event(was_reader ? "unlock_shared({})" : "unlock({})");
    runtime->announce(OperationKind::update, Standing::ready, place, MemoryOrder::release);
  }
  changed.value = was_reader ? changed.value - 1 : 0;
  keep_as_initial(changed);
  runtime->observation.gives_back(lock);
}

void use_whole_lock(Synchroniser& lock, bool resets, Address place) {
  if (runtime->touch(lock)) {
    running->pending.stand_before_number(lock);
    running->pending.accesses =
        accesses_of_writer(lock, resets ? AccessKind::write : AccessKind::read);
    runtime->observation.call_next_event(resets ? "init({})" : "destroy({})");
    runtime->announce(OperationKind::update, Standing::ready, place,
                      resets ? MemoryOrder::sequential : MemoryOrder::relaxed);
  }
  if (!resets) return;
  lock.value = 0;
  keep_as_initial(lock);
  for (Synchroniser* const part : lock.parts) {
    runtime->synchronisers.value_of(*part) = 0;
    keep_as_initial(*part);
  }
}

}  // namespace mazurka::native
