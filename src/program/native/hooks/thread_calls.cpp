// pthreads: threads, mutexes, condition variables, keys.
#ifndef __NO_INLINE__
#define __NO_INLINE__ 1  // else the headers have one of them themselves, in optimised code
#endif
#include "program/native/hooks/thread_calls.h"

#include <cerrno>
#include <cstring>
#include <ctime>
#include <pthread.h>
#include <unwind.h>

#include "program/native/debug_info/stack_walk.h"
#include "program/native/platform/complain.h"
#include "program/native/platform/export.h"

using namespace mazurka;
using namespace mazurka::native;

#define PLACE MAZURKA_PLACE

// --- Threads -------------------------------------------------------------------------------------

MAZURKA_EXPORT int pthread_create(pthread_t* thread, const pthread_attr_t* attributes,
                                  void* (*code)(void*), void* argument) noexcept {
  if (running == nullptr) give_up("a thread is created before main; that is not supported");
  Task* const task = runtime->spawn(code, argument, PLACE);
  int state = PTHREAD_CREATE_JOINABLE;
  if (attributes != nullptr) pthread_attr_getdetachstate(attributes, &state);
  task->detached = state == PTHREAD_CREATE_DETACHED;
  *thread = handle_of(*task);
  return 0;
}

MAZURKA_EXPORT int pthread_join(pthread_t thread, void** result) {
  Task* const other = task_of(thread);
  if (other == nullptr) return ESRCH;
  if (other == running) misuse("a thread joins itself", PLACE);
  if (other->detached || other->joined_by_somebody)
    misuse(other->detached ? "join of a detached thread" : "a thread is joined twice", PLACE);
  other->joined_by_somebody = true;
  runtime->join(*other, PLACE);
  if (result != nullptr) *result = other->result;
  return 0;
}

MAZURKA_EXPORT int pthread_detach(pthread_t thread) noexcept {
  Task* const other = task_of(thread);
  if (other == nullptr) return ESRCH;
  if (other->detached || other->joined_by_somebody)
    misuse(other->detached ? "a thread is detached twice" : "detach of a thread that is joined",
           PLACE);
  other->detached = true;
  return 0;
}

MAZURKA_EXPORT pthread_t pthread_self() noexcept {
  return running == nullptr ? 1 : handle_of(*running);
}
MAZURKA_EXPORT int pthread_equal(pthread_t a, pthread_t b) noexcept { return a == b; }

namespace {

_Unwind_Reason_Code stop_at_the_end(int, _Unwind_Action actions, _Unwind_Exception_Class,
                                    _Unwind_Exception*, _Unwind_Context*, void* result) {
  if ((actions & _UA_END_OF_STACK) != 0) runtime->end_running_task(result);
  return _URC_NO_REASON;
}

}  // namespace

// Unwinds, so that destructors run, as with real threads.
MAZURKA_EXPORT void pthread_exit(void* result) {
  if (running == nullptr) give_up("pthread_exit before main");
  static _Unwind_Exception exception;
  _Unwind_ForcedUnwind(&exception, stop_at_the_end, result);
  runtime->end_running_task(result);
}

// --- Mutexes -------------------------------------------------------------------------------------

MAZURKA_EXPORT int pthread_mutex_init(pthread_mutex_t* mutex,
                                      const pthread_mutexattr_t* attributes) noexcept {
  Mutex& ours = *ours_of(mutex);
  refuse_if_held(ours, PLACE);
  ours = Mutex{};
  if (attributes != nullptr) pthread_mutexattr_gettype(attributes, &ours.kind);
  return 0;
}

MAZURKA_EXPORT int pthread_mutex_destroy(pthread_mutex_t* mutex) noexcept {
  destroy_mutex(ours_of(mutex), PLACE);
  return 0;
}

namespace {

bool is_recursive(const Mutex& mutex) { return (mutex.kind & 3) == PTHREAD_MUTEX_RECURSIVE; }
bool checks_errors(const Mutex& mutex) { return (mutex.kind & 3) == PTHREAD_MUTEX_ERRORCHECK; }
bool is_mine(const Mutex& mutex) { return mutex.owner == running->id.value + 1; }

}  // namespace

namespace mazurka::native {

namespace {

constexpr std::uint32_t destroyed = 0xdead;

void refuse_if_destroyed(const Mutex& mutex, const char* what, Address place) {
  if (mutex.destroyed == destroyed) misuse(what, place);
}

}  // namespace

// Memory that was never a mutex may hold anything, but hardly the number of a living task.
void refuse_if_held(const Mutex& mutex, Address place) {
  if (running == nullptr || mutex.owner == 0 || mutex.depth != 1) return;
  const Task* const owner = runtime->task_of(mutex.owner - 1);
  if (owner != nullptr && owner->standing != Standing::ended)
    misuse("a locked mutex is initialised again", place);
}

void destroy_mutex(Mutex* mutex, Address place) {
  if (running == nullptr) return;
  const auto address = reinterpret_cast<Address>(mutex);
  runtime->destroy(runtime->synchroniser(address, Synchroniser::Kind::lock), place);
  refuse_if_destroyed(*mutex, "a mutex is destroyed twice", place);
  if (mutex->owner != 0) misuse("a locked mutex is destroyed", place);
  mutex->destroyed = destroyed;
}

void destroy_condition(Address condition, Address place) {
  if (running == nullptr) return;
  runtime->destroy(runtime->synchroniser(condition, Synchroniser::Kind::condition_variable), place);
  if (runtime->has_sleepers(condition))
    misuse("a condition variable is destroyed while tasks wait on it", place);
}

int lock_mutex(Mutex* mutex, Address place) {
  if (running == nullptr) return 0;
  if (is_mine(*mutex)) {
    if (is_recursive(*mutex)) {
      ++mutex->depth;
      return 0;
    }
    if (checks_errors(*mutex)) return EDEADLK;
  }
  runtime->lock(mutex, place);
  refuse_if_destroyed(*mutex, "lock of a mutex that is destroyed", place);
  return 0;
}

int trylock_mutex(Mutex* mutex, Address place) {
  if (running == nullptr) return 0;
  if (is_mine(*mutex) && is_recursive(*mutex)) {
    ++mutex->depth;
    return 0;
  }
  // Who only tries again and again waits in fact.
  if (runtime->repeats_attempt(reinterpret_cast<Address>(mutex), place))
    return lock_mutex(mutex, place);
  const bool done = runtime->trylock(mutex, place);
  refuse_if_destroyed(*mutex, "lock of a mutex that is destroyed", place);
  if (done) return 0;
  runtime->attempt_failed(reinterpret_cast<Address>(mutex), place);
  back_off(place);
  return EBUSY;
}

// It gets the lock, or finds it taken until the time runs out. That it finds it taken and gets it
// later is nothing of its own: meanwhile it does nothing, so it might as well come later.
int timedlock_mutex(Mutex* mutex, const timespec* deadline, Address place) {
  if (running == nullptr) return 0;
  return trylock_mutex(mutex, place) == 0 ? 0 : time_runs_out(deadline);
}

int unlock_mutex(Mutex* mutex, Address place) {
  if (running == nullptr) return 0;
  if (!is_mine(*mutex)) {
    if (checks_errors(*mutex)) return EPERM;
    misuse(mutex->owner == 0 ? "unlock of a mutex that nobody holds"
                             : "unlock of a mutex that another task holds",
           place);
  }
  if (mutex->depth > 1) {
    --mutex->depth;
    return 0;
  }
  runtime->unlock(mutex, place);
  return 0;
}

// A wait that nobody ends: who sleeps is woken by some signal, or this is all that happens.
void release_for_a_moment(Mutex* mutex, Address place) {
  const std::uint32_t depth = mutex->depth;
  runtime->unlock(mutex, place);
  runtime->lock(mutex, place);
  mutex->depth = depth;
}

int wait_on(Address condition, Mutex* mutex, Address place) {
  if (running == nullptr) give_up("a wait on a condition variable before main");
  if (!is_mine(*mutex)) misuse("wait with a mutex that the task does not hold", place);
  if (runtime->wakes_spuriously(place))
    release_for_a_moment(mutex, place);
  else
    runtime->wait(condition, mutex, place);
  return 0;
}

// Both ways are explored: it is woken, or the time runs out while the mutex is free. (If nobody
// wakes it, the first way leads nowhere, and the second one is what happens.) But a loop that does
// nothing but wait until the time runs out only waits.
int timed_wait_on(Address condition, Mutex* mutex, const timespec* deadline, Address place) {
  if (running == nullptr) give_up("a wait on a condition variable before main");
  if (!is_mine(*mutex)) misuse("wait with a mutex that the task does not hold", place);
  if (!runtime->may_time_out(place) || runtime->choose(2, place) == 0) {
    running->has_deadline = true;
    (void)wait_on(condition, mutex, place);
    running->has_deadline = false;
    return 0;
  }
  release_for_a_moment(mutex, place);
  return time_runs_out(deadline);
}

void misuse(const char* what, Address place) {
  const OutsideProgram outside;
  runtime->fail(FailureKind::misuse, what, "", place);
}

}  // namespace mazurka::native

MAZURKA_EXPORT int pthread_mutex_lock(pthread_mutex_t* mutex) noexcept {
  return lock_mutex(ours_of(mutex), PLACE);
}
MAZURKA_EXPORT int pthread_mutex_trylock(pthread_mutex_t* mutex) noexcept {
  return trylock_mutex(ours_of(mutex), PLACE);
}
MAZURKA_EXPORT int pthread_mutex_timedlock(pthread_mutex_t* mutex,
                                           const timespec* deadline) noexcept {
  return timedlock_mutex(ours_of(mutex), deadline, PLACE);
}
MAZURKA_EXPORT int pthread_mutex_clocklock(pthread_mutex_t* mutex, clockid_t,
                                           const timespec* deadline) noexcept {
  return timedlock_mutex(ours_of(mutex), deadline, PLACE);
}
MAZURKA_EXPORT int pthread_mutex_unlock(pthread_mutex_t* mutex) noexcept {
  return unlock_mutex(ours_of(mutex), PLACE);
}

// --- Condition variables -------------------------------------------------------------------------

MAZURKA_EXPORT int pthread_cond_init(pthread_cond_t* condition,
                                     const pthread_condattr_t*) noexcept {
  *condition = pthread_cond_t{};
  return 0;
}
MAZURKA_EXPORT int pthread_cond_destroy(pthread_cond_t* condition) noexcept {
  destroy_condition(reinterpret_cast<Address>(condition), PLACE);
  return 0;
}
MAZURKA_EXPORT int pthread_cond_wait(pthread_cond_t* condition, pthread_mutex_t* mutex) {
  return wait_on(reinterpret_cast<Address>(condition), ours_of(mutex), PLACE);
}
MAZURKA_EXPORT int pthread_cond_timedwait(pthread_cond_t* condition, pthread_mutex_t* mutex,
                                          const timespec* deadline) {
  return timed_wait_on(reinterpret_cast<Address>(condition), ours_of(mutex), deadline, PLACE);
}
MAZURKA_EXPORT int pthread_cond_clockwait(pthread_cond_t* condition, pthread_mutex_t* mutex,
                                          clockid_t, const timespec* deadline) {
  return timed_wait_on(reinterpret_cast<Address>(condition), ours_of(mutex), deadline, PLACE);
}
MAZURKA_EXPORT int pthread_cond_signal(pthread_cond_t* condition) noexcept {
  if (running != nullptr) runtime->signal(reinterpret_cast<Address>(condition), PLACE);
  return 0;
}
MAZURKA_EXPORT int pthread_cond_broadcast(pthread_cond_t* condition) noexcept {
  if (running != nullptr) runtime->broadcast(reinterpret_cast<Address>(condition), PLACE);
  return 0;
}
