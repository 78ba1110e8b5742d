// C11 threads. The C library does not implement them by calls of pthreads functions, so they need
// separate hooks.
#ifndef __NO_INLINE__
#define __NO_INLINE__ 1  // prevents headers from defining one of these functions inline
#endif
#include <cerrno>
#include <ctime>
#include <threads.h>

#include "program/native/debug_info/stack_walk.h"
#include "program/native/hooks/thread_calls.h"
#include "program/native/platform/complain.h"
#include "program/native/platform/export.h"
#include "program/native/process/heap.h"
#include "program/native/schedule/threads.h"
#include "program/native/sync/condition_variable.h"
#include "program/native/sync/mutex.h"

using namespace mazurka;
using namespace mazurka::native;

#define PLACE MAZURKA_PLACE

namespace {

int c11(int error) {
  if (error == 0) return thrd_success;
  if (error == EBUSY) return thrd_busy;
  return error == ETIMEDOUT ? thrd_timedout : thrd_error;
}

// The arguments of mazurka_run_c11_thread(), which adapts a C11 thread function, whose result is an
// int, to the signature of pthreads.
struct Start {
  thrd_start_t code;
  void* argument;
};

}  // namespace

extern "C" void* mazurka_run_c11_thread(void* start) {
  const Start what = *static_cast<const Start*>(start);
  return reinterpret_cast<void*>(static_cast<std::intptr_t>(what.code(what.argument)));
}

MAZURKA_EXPORT int thrd_create(thrd_t* thread, thrd_start_t code, void* argument) {
  if (running == nullptr) give_up("a thread is created before main; that is not supported");
  void* const start = heap.allocate(heap_part_of(running->area), sizeof(Start), 16, 0);
  *static_cast<Start*>(start) = {code, argument};
  *thread = handle_of(*spawn_thread(mazurka_run_c11_thread, start, PLACE));
  return thrd_success;
}
MAZURKA_EXPORT int thrd_join(thrd_t thread, int* result) {
  Task* const other = task_of(thread);
  if (other == nullptr) return thrd_error;
  if (other == running) misuse("a thread joins itself", PLACE);
  if (other->detached || other->is_joined) misuse("a thread is joined twice", PLACE);
  other->is_joined = true;
  join_task(*other, PLACE);
  if (result != nullptr)
    *result = static_cast<int>(reinterpret_cast<std::intptr_t>(other->code.result));
  return thrd_success;
}
MAZURKA_EXPORT int thrd_detach(thrd_t thread) {
  Task* const other = task_of(thread);
  if (other == nullptr) return thrd_error;
  if (other->detached || other->is_joined)
    misuse("detach of a thread that is detached or joined", PLACE);
  other->detached = true;
  return thrd_success;
}
MAZURKA_EXPORT thrd_t thrd_current() { return running == nullptr ? 1 : handle_of(*running); }
MAZURKA_EXPORT int thrd_equal(thrd_t a, thrd_t b) { return a == b; }
MAZURKA_EXPORT void thrd_yield() {}
MAZURKA_EXPORT int thrd_sleep(const timespec* time, timespec*) { return nanosleep(time, nullptr); }
MAZURKA_EXPORT void thrd_exit(int result) {
  if (running == nullptr) give_up("thrd_exit before main");
  runtime->end_running_task(reinterpret_cast<void*>(static_cast<std::intptr_t>(result)));
}

MAZURKA_EXPORT int mtx_init(mtx_t* mutex, int type) {
  Mutex& ours = *ours_of(mutex);
  refuse_if_held(ours, PLACE);
  ours = Mutex{};
  ours.kind = (type & mtx_recursive) != 0 ? PTHREAD_MUTEX_RECURSIVE : PTHREAD_MUTEX_NORMAL;
  return thrd_success;
}
MAZURKA_EXPORT void mtx_destroy(mtx_t* mutex) { destroy_mutex(ours_of(mutex), PLACE); }
MAZURKA_EXPORT int mtx_lock(mtx_t* mutex) { return c11(lock_mutex(ours_of(mutex), PLACE)); }
MAZURKA_EXPORT int mtx_trylock(mtx_t* mutex) { return c11(trylock_mutex(ours_of(mutex), PLACE)); }
MAZURKA_EXPORT int mtx_timedlock(mtx_t* mutex, const timespec* deadline) {
  return c11(timedlock_mutex(ours_of(mutex), deadline, PLACE));
}
MAZURKA_EXPORT int mtx_unlock(mtx_t* mutex) { return c11(unlock_mutex(ours_of(mutex), PLACE)); }

MAZURKA_EXPORT int cnd_init(cnd_t* condition) {
  *condition = cnd_t{};
  return thrd_success;
}
MAZURKA_EXPORT void cnd_destroy(cnd_t* condition) {
  destroy_condition(reinterpret_cast<Address>(condition), PLACE);
}
MAZURKA_EXPORT int cnd_wait(cnd_t* condition, mtx_t* mutex) {
  return c11(wait_on(reinterpret_cast<Address>(condition), ours_of(mutex), PLACE));
}
MAZURKA_EXPORT int cnd_timedwait(cnd_t* condition, mtx_t* mutex, const timespec* deadline) {
  return c11(timed_wait_on(reinterpret_cast<Address>(condition), ours_of(mutex), deadline, PLACE));
}
MAZURKA_EXPORT int cnd_signal(cnd_t* condition) {
  if (running != nullptr) wake_one(reinterpret_cast<Address>(condition), PLACE);
  return thrd_success;
}
MAZURKA_EXPORT int cnd_broadcast(cnd_t* condition) {
  if (running != nullptr) wake_all(reinterpret_cast<Address>(condition), PLACE);
  return thrd_success;
}

MAZURKA_EXPORT void call_once(once_flag* flag, void (*code)()) { run_once(flag, code, PLACE); }

MAZURKA_EXPORT int tss_create(tss_t* key, tss_dtor_t destroy) {
  return c11(pthread_key_create(key, destroy));
}
MAZURKA_EXPORT void tss_delete(tss_t key) { pthread_key_delete(key); }
MAZURKA_EXPORT int tss_set(tss_t key, void* value) { return c11(pthread_setspecific(key, value)); }
MAZURKA_EXPORT void* tss_get(tss_t key) { return pthread_getspecific(key); }
