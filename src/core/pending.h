// The next operation of a task.
#pragma once

#include <cstdint>

#include "core/ids.h"
#include "core/memory_order.h"
#include "core/operation.h"

namespace mazurka {

// The next visible operation of a task that has not ended.
struct Pending {
  TaskId task;
  std::uint32_t index = 0;  // it would be the event (task, index)
  OperationKind operation = OperationKind::choose;
  bool enabled = false;
  bool stopped = false;           // by assert or assume: the task never continues
  bool cancelled = false;         // before its first event: the task never starts
  bool asleep = false;            // in a `wait`, and not woken yet (operation is relock)
  ObjectId object;                // what it operates on, as in Event; for asleep tasks the lock
  ObjectId condition_variable;    // on which an asleep task sleeps
  TaskId other;                   // the task it would join, or whose event it waits for
  std::uint32_t other_index = 0;  // see awaited_event
  AccessListId accesses;  // as Step::accesses; for an await: all that its condition may read
  ConditionId condition;  // of an await
  LocationId location;
  MemoryOrder order = MemoryOrder::sequential;  // as Event::order
  Fences fences;                                // as Event::fences
};

}  // namespace mazurka
