// Accesses to memory: the way of nearly all calls of hooks, so most of it is inline.
//
// An access to a cell that no other task has touched happens at once. One to a shared cell is an
// event; if the task makes it in a loop that only waits (waiting/loops.h), it is an await for
// another value. Accesses to the heap are checked when they happen, not before the event: whether
// another task frees the block first is a matter of the schedule.
//
// REQUIRES, for all functions: a task runs.
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

// The ways that are taken rarely: new cells, wide accesses, struct copies.
[[nodiscard]] bool access_slowly(Address address, std::size_t size, OperationKind operation,
                                 Address place, MemoryOrder order);
// The access was made `period` idle reads ago. Returns true if it was in fact a wait, which has
// ended: the access is an event that has happened.
[[nodiscard]] bool waits_for_change(Task& task, const Cell& cell, std::uint32_t period,
                                    Address place, MemoryOrder order);
// The task has read a private cell for long.
void look_for_idle_loop(Task& task, Address address, std::size_t size);
void check_use_of_heap(Address address, std::size_t size, OperationKind operation, Address place);

// Loops that only read may write to their own stack, which is compared: so does C's atomic_load at
// -O0.
[[nodiscard]] inline bool is_on_own_stack(const Task& task, Address address) {
  return address - slot_of_task(task.id.value) < task.fiber.stack_top - slot_of_task(task.id.value);
}

inline void read_private(Task& task, Address place, Address address, std::size_t size) {
  if (notice_private_read(task.waiting, place, address)) [[unlikely]]
    look_for_idle_loop(task, address, size);
}

inline void remember_idle_read(Task& task, Address place, Address address, std::uint32_t size) {
  task.waiting.reads.add({place, address, size, task.pending.object, value_in(address, size),
                          std::exchange(task.waiting.stack_now, 0)});
}

// Returns when the access may happen. True: it is an event.
[[gnu::always_inline]] inline bool wait_for_access(Address address, std::size_t size,
                                                   OperationKind operation, Address place,
                                                   MemoryOrder order) {
  Task& task = *running;
  WaitingState& waiting = task.waiting;
  waiting.reads_before_update = 0;
  waiting.stack_now = 0;
  const bool writes = operation != OperationKind::read;
  Cell* const cell = address % 8 + size <= 8 ? runtime->cells.find(address, size) : nullptr;
  if (cell != nullptr && task.early_write.address == 0) [[likely]] {
    if (!cell->visible) {
      if (cell->touch(task.id, writes)) runtime->cells.set_news(*cell);
      if (!writes)
        read_private(task, place, address,
                     size);  // others may run: no cell after this
      else if (operation == OperationKind::write && !is_on_own_stack(task, address))
        waiting.forget_loops();
      return false;
    }
    task.pending.stand_before_memory(cell->object, writes ? cell->write : cell->read, address,
                                     size);
    if (waiting.reads.count() != 0 && operation != OperationKind::write) {
      const std::uint32_t period = waiting.reads.period_of(place, address);
      if (period != 0 && waits_for_change(task, *cell, period, place, order)) return true;
      waiting.reads_before_update = waiting.reads.count();
    }
    runtime->announce(operation, Standing::ready, place, order);
    if (!writes) {
      remember_idle_read(task, place, address, task.pending.size);
      clean_stack();
    }
    return true;
  }
  const bool is_on_stack = is_on_own_stack(task, address);
  if (writes && !is_on_stack) waiting.forget_repetitions();
  const bool is_event = access_slowly(address, size, operation, place, order);
  if (is_event || (writes && !is_on_stack)) waiting.forget_spinning();
  return is_event;
}

}  // namespace accesses

// A plain or atomic access is about to happen; returns when it may. True: it is an event.
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
  if (is_heap(address)) accesses::check_use_of_heap(address, size, operation, place);
  return is_event;
}

// An update was made. One that left what was there may be part of a loop that waits.
[[gnu::always_inline]] inline void memory_was_updated(Address address, std::size_t size,
                                                      Address place, bool is_event,
                                                      bool has_changed) {
  if (runtime->is_quiet()) return;
  Task& task = *running;
  if (has_changed) {
    if (!is_event && !accesses::is_on_own_stack(task, address)) task.waiting.forget_loops();
  } else if (!is_event) {
    accesses::read_private(task, place, address, size);
  } else if (size <= sizeof(std::int64_t)) {
    task.waiting.reads.restore(task.waiting.reads_before_update);
    accesses::remember_idle_read(task, place, address, static_cast<std::uint32_t>(size));
    clean_stack();
  }
}

// The event that happens now is a compare-exchange that only reads, with this order.
inline void comparison_failed(MemoryOrder order) {
  runtime->event().succeeded = false;
  runtime->event().order = order;
}

// The block is about to be freed: a write of all cells in this range that any task has accessed.
void access_before_free(Address address, std::size_t size, Address place);

// No other task has ever touched this memory, as far as this exploration knows.
[[nodiscard]] inline bool is_private_memory(Address address, std::size_t size) {
  return (runtime->is_quiet() && !runtime->sections.is_running()) ||
         runtime->cells.is_private(address, size);
}

}  // namespace mazurka::native
