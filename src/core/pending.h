// What a task would do next.
#pragma once

#include <cstdint>

#include "core/ids.h"
#include "core/operation.h"

namespace mazurka {

// The next visible operation of a task that has not ended.
struct Pending {
  TaskId task;
  std::uint32_t index = 0;  // it would be the index-th event of its task
  OperationKind operation = OperationKind::choose;
  bool enabled = false;
  bool stopped = false;           // for good, by assert or assume: it will never do anything
  bool asleep = false;            // in a `wait`, not woken yet (operation is relock)
  ObjectId object;                // what it operates on, as in Event; for asleep tasks the lock
  ObjectId condition_variable;    // of a task that is asleep
  TaskId other;                   // the task it would join, or whose event it waits for
  std::uint32_t other_index = 0;  // see awaited_event
  AccessListId accesses;  // as Step::accesses; of an await: all that its condition could read
  ConditionId condition;  // of an await
  LocationId location;
};

}  // namespace mazurka
