#include "program/native/sync/mutex.h"

#include <cerrno>
#include <pthread.h>
#include <utility>

#include "program/native/process/running.h"
#include "program/native/schedule/loop_waits.h"
#include "program/native/schedule/runtime.h"
#include "program/native/waiting/back_off.h"
#include "program/native/waiting/loops.h"

namespace mazurka::native {
namespace {

constexpr std::uint32_t destroyed = 0xdead;

bool is_recursive(const Mutex& mutex) { return (mutex.kind & 3) == PTHREAD_MUTEX_RECURSIVE; }
bool checks_errors(const Mutex& mutex) { return (mutex.kind & 3) == PTHREAD_MUTEX_ERRORCHECK; }

void refuse_if_destroyed(const Mutex& mutex, const char* what, Address place) {
  if (mutex.destroyed == destroyed) misuse(what, place);
}

Synchroniser& synchroniser_of(Mutex* mutex) {
  return runtime->synchronisers.at(reinterpret_cast<Address>(mutex), Synchroniser::Kind::lock);
}

Mutex& writable(Mutex* mutex) { return native::writable(*mutex, running->area); }

void stand_before(Mutex* mutex, const Synchroniser& lock) {
  running->pending.mutex = mutex;
  running->pending.stand_before(lock);
}

// Waits if the lock begins a round of a loop that only waits (waiting/loops.h).
void wait_in_loop(Mutex* mutex, Address place) {
  WaitingState& waiting = running->waiting;
  const auto address = reinterpret_cast<Address>(mutex);
  waiting.settle();
  waiting.stack_now.is_known = false;
  if (waiting.spin->rounds.length_of(place, address) == 0) return;
  const WaitingLoop loop = find_waiting_loop(waiting, running->area, place, address);
  if (loop.kind == LoopKind::fair) wait_fairly(*running, loop, place);
}

// --- The operations themselves -------------------------------------------------------------------

void acquire(Mutex* mutex, Address place) {
  Synchroniser& lock = synchroniser_of(mutex);
  if (!runtime->touch(lock) && mutex->owner == 0) {
    writable(mutex).take(running->id);
  } else {
    runtime->synchronisers.learn_awaited(lock);
    wait_in_loop(mutex, place);
    stand_before(mutex, lock);
    runtime->announce(OperationKind::lock, Standing::lock, place);
  }
  runtime->observation.took(lock, false, place);
}

bool try_to_acquire(Mutex* mutex, Address place) {
  Synchroniser& lock = synchroniser_of(mutex);
  if (runtime->touch(lock)) {
    stand_before(mutex, lock);
    running->waiting.stack_now.is_known = false;
    runtime->announce(OperationKind::trylock, Standing::ready, place);
    running->waiting.spin->rounds.last().found = running->pending.succeeded;
    if (!running->pending.succeeded) return false;
  } else {
    if (mutex->owner != 0) return false;
    writable(mutex).take(running->id);
  }
  runtime->observation.took(lock, false, place);
  return true;
}

void lock_in_section(Mutex* mutex, Address place);
void unlock_in_section(Mutex* mutex, Address place);

void release(Mutex* mutex, Address place) {
  Synchroniser& lock = synchroniser_of(mutex);
  if (!runtime->touch(lock)) {
    writable(mutex).owner = 0;
  } else {
    stand_before(mutex, lock);
    running->waiting.stack_now.is_known = false;
    runtime->announce(OperationKind::unlock, Standing::ready, place);
  }
  runtime->observation.gives_back(lock);
}

}  // namespace

// --- Mutexes in atomic sections ------------------------------------------------------------------

namespace {

// The mutex that was locked before the running section, and whether the section holds it. There is
// one running section at most.
struct SectionLock {
  Mutex* mutex = nullptr;
  bool is_held = false;
};
constinit SectionLock of_section;

// A mutex that only this task has used needs no event.
void lock_in_section(Mutex* mutex, Address place) {
  if (mutex == of_section.mutex && !of_section.is_held) {
    of_section.is_held = true;
    return;
  }
  Synchroniser& lock = synchroniser_of(mutex);
  if (lock.touch(running->id, true)) runtime->synchronisers.set_news();
  if (lock.visible || mutex->owner != 0)
    runtime->sections.learn_mutex(reinterpret_cast<Address>(mutex), place);
  writable(mutex).take(running->id);
}

void unlock_in_section(Mutex* mutex, Address place) {
  if (mutex == of_section.mutex && of_section.is_held) {
    of_section.is_held = false;
    return;
  }
  if (!is_held_by_running_task(*mutex))
    misuse("unlock of a mutex that the task does not hold", place);
  if (synchroniser_of(mutex).visible) runtime->sections.refuse(place);
  writable(mutex).owner = 0;
}

}  // namespace

void begin_section(Address place) {
  auto* const mutex = reinterpret_cast<Mutex*>(runtime->sections.mutex_of(place));
  if (mutex != nullptr) acquire(mutex, place);
  runtime->sections.begin(place);
  if (runtime->sections.is_outermost() || !runtime->sections.is_running())
    of_section = {mutex, false};
}

void end_section(Address place) {
  runtime->sections.end();
  if (runtime->sections.is_running()) return;
  const SectionLock ended = std::exchange(of_section, {});
  if (ended.mutex != nullptr && !ended.is_held) release(ended.mutex, place);
}

bool is_held_by_running_task(const Mutex& mutex) { return mutex.owner == running->id.value + 1; }

// Memory that was never a mutex may hold any value. A depth of 1 together with the number of a live
// task is unlikely to be there by chance.
void refuse_if_held(const Mutex& mutex, Address place) {
  if (running == nullptr || mutex.owner == 0 || mutex.depth != 1) return;
  const Task* const owner = runtime->tasks.of(TaskId{mutex.owner - 1});
  if (owner != nullptr && owner->standing != Standing::ended)
    misuse("a locked mutex is initialised again", place);
}

void announce_destruction(Synchroniser& synchroniser, Address place) {
  if (!runtime->touch(synchroniser)) return;
  PendingOperation& pending = running->pending;
  pending.stand_before(synchroniser);
  pending.value = nullptr;
  pending.size = 0;
  runtime->announce(OperationKind::update, Standing::ready, place, MemoryOrder::relaxed);
}

void destroy_mutex(Mutex* mutex, Address place) {
  if (running == nullptr) return;
  announce_destruction(synchroniser_of(mutex), place);
  refuse_if_destroyed(*mutex, "a mutex is destroyed twice", place);
  if (mutex->owner != 0) misuse("a locked mutex is destroyed", place);
  writable(mutex).destroyed = destroyed;
}

int lock_mutex(Mutex* mutex, Address place) {
  if (running == nullptr) return 0;
  if (runtime->sections.is_running()) return lock_in_section(mutex, place), 0;
  uses_mutex(running->waiting);
  if (is_held_by_running_task(*mutex)) {
    if (is_recursive(*mutex)) {
      ++writable(mutex).depth;
      return 0;
    }
    if (checks_errors(*mutex)) return EDEADLK;
  }
  acquire(mutex, place);
  refuse_if_destroyed(*mutex, "lock of a mutex that is destroyed", place);
  return 0;
}

int trylock_mutex(Mutex* mutex, Address place) {
  if (running == nullptr) return 0;
  uses_mutex(running->waiting);
  if (is_held_by_running_task(*mutex) && is_recursive(*mutex)) {
    ++writable(mutex).depth;
    return 0;
  }
  // A task that repeats the attempt in a loop only waits, so it blocks like lock_mutex().
  const auto address = reinterpret_cast<Address>(mutex);
  if (repeats_attempt(running->waiting, running->area, address, place))
    return lock_mutex(mutex, place);
  const bool done = try_to_acquire(mutex, place);
  refuse_if_destroyed(*mutex, "lock of a mutex that is destroyed", place);
  if (done) return 0;
  attempt_failed(running->waiting, address, place);
  if (backs_off_again(running->waiting)) runtime->stop_at_assume(place);
  return EBUSY;
}

// Either gets the lock at once, or finds it taken and times out. The third possibility, that the
// task waits and then gets the lock, is not explored separately: the task does nothing while it
// waits, so an execution in which it arrives later is equivalent.
int timedlock_mutex(Mutex* mutex, const timespec* deadline, Address place) {
  if (running == nullptr) return 0;
  return trylock_mutex(mutex, place) == 0 ? 0 : running->time.run_out(*deadline);
}

int unlock_mutex(Mutex* mutex, Address place) {
  if (running == nullptr) return 0;
  if (runtime->sections.is_running()) return unlock_in_section(mutex, place), 0;
  uses_mutex(running->waiting);
  if (!is_held_by_running_task(*mutex)) {
    if (checks_errors(*mutex)) return EPERM;
    misuse(mutex->owner == 0 ? "unlock of a mutex that nobody holds"
                             : "unlock of a mutex that another task holds",
           place);
  }
  if (mutex->depth > 1) {
    --writable(mutex).depth;
    return 0;
  }
  release(mutex, place);
  return 0;
}

void release_for_a_moment(Mutex* mutex, Address place) {
  const std::uint32_t depth = mutex->depth;
  release(mutex, place);
  acquire(mutex, place);
  writable(mutex).depth = depth;
}

}  // namespace mazurka::native
