// Finds which task holds which lock at the end of an execution.
#pragma once

#include <vector>

#include "core/execution.h"

namespace mazurka {

struct HeldLock {
  ObjectId lock;
  TaskId owner;
  Position since = 0;  // the event that acquired it
};

// Returns the held locks in the order in which they were acquired.
[[nodiscard]] std::vector<HeldLock> held_locks(const Execution& execution);

// Returns the lock that an event operates on, or none.
[[nodiscard]] ObjectId lock_of(const Registry& registry, const Event& event);

}  // namespace mazurka
