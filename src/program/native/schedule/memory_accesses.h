// Memory accesses of the tested program. Nearly all hooks end up here, so most of it is inline.
//
// An access to a private cell happens at once. An access to a shared cell is an event; in a loop
// that only waits (waiting/loops.h), it is an await for another value, or part of the event before
// it. Accesses to the heap are
// checked when they happen, not when they are announced, because another task may free the block in
// between.
//
// REQUIRES, for all functions: a task is running.
#pragma once

#include <cstdint>
#include <utility>

#include "core/memory_order.h"
#include "core/operation.h"
#include "program/native/platform/memory_value.h"
#include "program/native/schedule/runtime.h"
#include "program/native/schedule/watchdog.h"
#include "program/native/waiting/loops.h"

namespace mazurka::native {

namespace accesses {

// The slow path, for rare cases: new cells, accesses to several cells at once, struct copies.
[[nodiscard]] bool access_slowly(Address address, std::size_t size, OperationKind operation,
                                 Address place, MemoryOrder order);

// How a loop that waits affects the next access.
enum class InLoop : std::uint8_t {
  not_waiting,  // it is an event as usual
  has_waited,   // the task has waited, and the access is an event that has happened
  is_skipped,   // it happens at once and is not an event
};
// Checks whether the access, which the task has made before, begins a round of a loop that waits.
[[nodiscard]] InLoop wait_in_loop(Task& task, Address place, MemoryOrder order);
// Continues with rounds that belong to the last event. REQUIRES: task.waiting.spin->skipped is on.
[[nodiscard]] InLoop skip_in_loop(Task& task, OperationKind operation, Address place,
                                  MemoryOrder order);

// Called when PrivateSpin::notice() has returned true.
void look_at_private_read(Task& task, Address place, PrivateSpin::Read read);
void check_use_of_heap(Address address, std::size_t size, OperationKind operation, Address place);
// Checks that the local or thread-local variable at this address still exists.
void check_use_of_slot(Address address, std::size_t size, OperationKind operation, Address place);

// Returns whether the address lies in the slot of another task, or in the part of the running
// task's own stack that is below its present frame, `frame`: a function that has returned had its
// variables there. (If the program runs on a stack of its own, nothing is known about its frames.)
[[nodiscard]] inline bool may_have_ended(const Task& task, Address address, Address frame) {
  if (!is_in_slot(address)) return false;
  return area_of_slot(address) != task.area ||
         (address < frame && is_in_slot(frame) && area_of_slot(frame) == task.area);
}

// Returns whether the address lies on the task's own stack. Loops that only wait may write there,
// as C's atomic_load at -O0 does, because stacks are compared anyway.
[[nodiscard]] inline bool is_on_own_stack(const Task& task, Address address) {
  return address - slot_of(task.area) < task.fiber.stack_top - slot_of(task.area);
}

inline void read_private(Task& task, Address place, Address address, std::size_t size,
                         MemoryOrder order) {
  if (task.waiting.spin->private_spin.notice(place, address)) [[unlikely]]
    look_at_private_read(task, place,
                         {address, static_cast<std::uint32_t>(size), is_atomic(order)});
}

// Announces an access of at most 8 bytes to shared memory, and returns when it may happen. The
// result is true if it is an event. REQUIRES: task.pending.stand_before_memory() was called for it.
[[gnu::always_inline]] inline bool wait_for_event(Task& task, OperationKind operation,
                                                  Address place, MemoryOrder order) {
  WaitingState& waiting = task.waiting;
  const Address address = task.pending.address;
  const std::uint32_t size = task.pending.size;
  const AccessListId accesses = task.pending.accesses;
  waiting.settle();
  waiting.stack_now.is_known = false;
  if (waiting.spin->skipped.length != 0) [[unlikely]] {
    const InLoop result = skip_in_loop(task, operation, place, order);
    if (result != InLoop::not_waiting) return result == InLoop::has_waited;
  }
  bool is_announced = false;
  if (operation != OperationKind::write && waiting.spin->rounds.length_of(place, address) != 0) {
    const InLoop result = wait_in_loop(task, place, order);
    if (result == InLoop::is_skipped) return false;
    if (result == InLoop::has_waited &&
        (operation == OperationKind::read || waiting.spin->skipped.length != 0))
      return true;  // the history of the task begins anew, after this access
    is_announced = result == InLoop::has_waited;
  }
  if (!is_announced) {
    waiting.is_memory_access = true;
    runtime->announce(operation, Standing::ready, place, order);
  }
  const std::int64_t found = operation == OperationKind::write ? 0 : value_in(address, size);
  waiting.spin->rounds.add({operation, size, place, address, accesses, found, found,
                            std::exchange(waiting.stack_now, {})});
  waiting.is_unsettled = operation != OperationKind::read;
  if (operation == OperationKind::read) clean_stack();
  return true;
}

// Returns when the access may happen. The result is true if the access is an event.
[[gnu::always_inline]] inline bool wait_for_access(Address address, std::size_t size,
                                                   OperationKind operation, Address place,
                                                   MemoryOrder order) {
  Task& task = *running;
  const bool writes = operation != OperationKind::read;
  Cell* const cell = address % 8 + size <= 8 ? runtime->cells.find(address, size) : nullptr;
  if (cell == nullptr || task.early_write.address != 0) [[unlikely]]
    return access_slowly(address, size, operation, place, order);
  if (!cell->visible) {
    if (cell->touch(task.id, writes)) runtime->cells.set_news(*cell);
    if (operation != OperationKind::write) read_private(task, place, address, size, order);
    return false;  // other tasks may have run: `cell` may be invalid
  }
  task.pending.stand_before_memory(cell->object, writes ? cell->write : cell->read, address, size);
  return wait_for_event(task, operation, place, order);
}

}  // namespace accesses

// Returns whether the task is in rounds that belong to its last event, and the next of their steps
// updates this memory. Then expect_idle_update() must be called if the update will not change it.
// Rounds that count may pass the counter to an update, which one day changes the memory.
[[nodiscard]] inline bool skips_update_of(const volatile void* address) {
  if (running == nullptr) return false;
  const SkippedRounds& skipped = running->waiting.spin->skipped;
  return skipped.length != 0 &&
         skipped.steps[skipped.next].address == reinterpret_cast<Address>(address);
}
inline void expect_idle_update() { running->waiting.spin->skipped.is_idle_update = true; }

// Announces a plain or atomic access, and returns when it may happen. The result is true if the
// access is an event.
[[gnu::always_inline]] inline bool access_memory(Address address, std::size_t size,
                                                 OperationKind operation, Address place,
                                                 MemoryOrder order = MemoryOrder::plain) {
  bool is_event = false;
  if (!runtime->is_quiet()) [[likely]]
    is_event = accesses::wait_for_access(address, size, operation, place, order);
  else if (runtime->sections.is_running())
    runtime->sections.note(address, size, operation != OperationKind::read);
  else if (watchdog_asks_to_stop) [[unlikely]]
    stop_looping_task();
  if (operation != OperationKind::read) will_write(running->area, address, size);
  if (is_heap(address))
    accesses::check_use_of_heap(address, size, operation, place);
  else if (accesses::may_have_ended(*running, address,
                                    reinterpret_cast<Address>(__builtin_dwarf_cfa()))) [[unlikely]]
    accesses::check_use_of_slot(address, size, operation, place);
  if (!is_event && operation != OperationKind::read && !runtime->is_quiet() &&
      !accesses::is_on_own_stack(*running, address))
    running->waiting.write_privately(address, size);
  return is_event;
}

// Must be called after an atomic update that was an event.
[[gnu::always_inline]] inline void memory_was_updated() { clean_stack(); }

// Marks the current event as a failed compare-exchange, which only reads, with this memory order.
inline void comparison_failed(MemoryOrder order) {
  runtime->event().succeeded = false;
  runtime->event().order = order;
  running->pending.order = order;
}

// Announces that the block is about to be freed, as a write of all cells in the range that any task
// has accessed.
void access_before_free(Address address, std::size_t size, Address place);

// Returns whether no cell of this memory is visible in this exploration.
[[nodiscard]] inline bool is_private_memory(Address address, std::size_t size) {
  return (runtime->is_quiet() && !runtime->sections.is_running()) ||
         runtime->cells.is_private(address, size);
}

}  // namespace mazurka::native
