#include "check/held_locks.h"

#include <algorithm>

namespace mazurka {

ObjectId lock_of(const Registry& registry, const Event& event) {
  for (const Access& access : registry.accesses(event.accesses))
    if (access.kind == AccessKind::lock) return access.object;
  return ObjectId::none();
}

namespace {

bool releases_lock(const Event& event) {
  return event.operation == OperationKind::unlock || event.operation == OperationKind::sleep;
}

}  // namespace

std::vector<HeldLock> held_locks(const Execution& execution) {
  std::vector<HeldLock> held;
  for (Position position = 0; position < execution.size(); ++position) {
    const Event& event = execution[position];
    const ObjectId lock = lock_of(execution.registry(), event);
    if (!lock.exists()) continue;
    if (acquires_lock(event)) held.push_back({lock, event.task, position});
    // Releasing a lock that the task does not hold has no effect (it is a misuse).
    if (releases_lock(event))
      std::erase_if(held,
                    [&](const HeldLock& h) { return h.lock == lock && h.owner == event.task; });
  }
  return held;
}

}  // namespace mazurka
