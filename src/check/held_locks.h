// Who holds which lock at the end of an execution.
#pragma once

#include <vector>

#include "core/execution.h"

namespace mazurka {

struct HeldLock {
  ObjectId lock;
  TaskId owner;
  Position since = 0;  // the event that took it
};

// In the order in which they were taken.
[[nodiscard]] std::vector<HeldLock> held_locks(const Execution& execution);

// The lock that an event operates on; none if it does not.
[[nodiscard]] ObjectId lock_of(const Registry& registry, const Event& event);

}  // namespace mazurka
