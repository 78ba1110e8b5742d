// pthreads: threads, mutexes, condition variables.
#ifndef __NO_INLINE__
#define __NO_INLINE__ 1  // prevents headers from defining one of these functions inline
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
#include "program/native/schedule/threads.h"
#include "program/native/sync/condition_variable.h"
#include "program/native/sync/mutex.h"

using namespace mazurka;
using namespace mazurka::native;

#define PLACE MAZURKA_PLACE

// --- Threads -------------------------------------------------------------------------------------

MAZURKA_EXPORT int pthread_create(pthread_t* thread, const pthread_attr_t* attributes,
                                  void* (*code)(void*), void* argument) noexcept {
  if (running == nullptr) give_up("a thread is created before main; that is not supported");
  Task* const task = spawn_thread(code, argument, PLACE);
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
  if (other->detached || other->is_joined)
    misuse(other->detached ? "join of a detached thread" : "a thread is joined twice", PLACE);
  other->is_joined = true;
  join_task(*other, PLACE);
  if (result != nullptr) *result = other->code.result;
  return 0;
}

MAZURKA_EXPORT int pthread_detach(pthread_t thread) noexcept {
  Task* const other = task_of(thread);
  if (other == nullptr) return ESRCH;
  if (other->detached || other->is_joined)
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

// Unwinds the stack, so that destructors run as in a real thread.
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
  if (running != nullptr) will_write(running->area, reinterpret_cast<Address>(&ours), sizeof ours);
  ours = Mutex{};
  if (attributes != nullptr) pthread_mutexattr_gettype(attributes, &ours.kind);
  return 0;
}

MAZURKA_EXPORT int pthread_mutex_destroy(pthread_mutex_t* mutex) noexcept {
  destroy_mutex(ours_of(mutex), PLACE);
  return 0;
}

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
  if (running != nullptr) wake_one(reinterpret_cast<Address>(condition), PLACE);
  return 0;
}
MAZURKA_EXPORT int pthread_cond_broadcast(pthread_cond_t* condition) noexcept {
  if (running != nullptr) wake_all(reinterpret_cast<Address>(condition), PLACE);
  return 0;
}
