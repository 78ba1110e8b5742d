// Memory accesses of the tested program. Nearly all hooks end up here, so most of it is inline.
//
// An access to a private cell happens at once. An access to a shared cell is an event; in a loop
// that only waits (waiting/loops.h), it is an await for another value. Accesses to the heap are
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

// The slow path, for rare cases: new cells, wide accesses, struct copies.
[[nodiscard]] bool access_slowly(Address address, std::size_t size, OperationKind operation,
                                 Address place, MemoryOrder order);
// Checks whether the access, which was also made `period` idle reads ago, is part of a waiting
// loop. If so, announces an await instead, blocks until it ends, and returns true: the access has
// become an event that has happened.
[[nodiscard]] bool waits_for_change(Task& task, const Cell& cell, std::uint32_t period,
                                    Address place, MemoryOrder order);
// Called from time to time when the task keeps reading the same private cell.
void look_for_idle_loop(Task& task, Address address, std::size_t size);
void check_use_of_heap(Address address, std::size_t size, OperationKind operation, Address place);
// Checks that the local or thread-local variable at this address still exists.
void check_use_of_slot(Address address, std::size_t size, OperationKind operation, Address place);

// Returns whether the address lies in the slot of another task, or in the part of the running
// task's own stack that is below its present frame, `frame`: a function that has returned had its
// variables there. (If the program runs on a stack of its own, nothing is known about its frames.)
[[nodiscard]] inline bool may_have_ended(const Task& task, Address address, Address frame) {
  if (!is_in_slot(address)) return false;
  return task_of_slot(address) != task.id.value ||
         (address < frame && is_in_slot(frame) && task_of_slot(frame) == task.id.value);
}

// Returns whether the address lies on the task's own stack. Loops that only wait may write there,
// as C's atomic_load at -O0 does, because stacks are compared anyway.
[[nodiscard]] inline bool is_on_own_stack(const Task& task, Address address) {
  return address - slot_of_task(task.id.value) < task.fiber.stack_top - slot_of_task(task.id.value);
}

inline void read_private(Task& task, Address place, Address address, std::size_t size) {
  if (notice_private_read(task.waiting, place, address)) [[unlikely]]
    look_for_idle_loop(task, address, size);
}

inline void remember_idle_read(Task& task, Address place, Address address, std::uint32_t size) {
  task.waiting.reads.add({place, address, size, task.pending.object, task.pending.order,
                          value_in(address, size), std::exchange(task.waiting.stack_now, {})});
}

// Returns when the access may happen. The result is true if the access is an event.
[[gnu::always_inline]] inline bool wait_for_access(Address address, std::size_t size,
                                                   OperationKind operation, Address place,
                                                   MemoryOrder order) {
  Task& task = *running;
  WaitingState& waiting = task.waiting;
  waiting.reads_before_update = 0;
  waiting.stack_now.is_known = false;
  const bool writes = operation != OperationKind::read;
  Cell* const cell = address % 8 + size <= 8 ? runtime->cells.find(address, size) : nullptr;
  if (cell != nullptr && task.early_write.address == 0) [[likely]] {
    if (!cell->visible) {
      if (cell->touch(task.id, writes)) runtime->cells.set_news(*cell);
      if (!writes)
        read_private(task, place, address,
                     size);  // other tasks may run: `cell` may be invalid from here on
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
  if (operation != OperationKind::read) will_write(running->id, address, size);
  if (is_heap(address))
    accesses::check_use_of_heap(address, size, operation, place);
  else if (accesses::may_have_ended(*running, address,
                                    reinterpret_cast<Address>(__builtin_dwarf_cfa()))) [[unlikely]]
    accesses::check_use_of_slot(address, size, operation, place);
  return is_event;
}

// Must be called after an atomic update. An update that left the value unchanged counts as a read
// and may be part of a loop that waits.
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
