// What the calls of pthreads and C11 threads have in common.
#pragma once

#include <pthread.h>

#include "program/native/schedule/runtime.h"

namespace mazurka::native {

// A pthread_t is not a pointer here: task id + 2 (1 is the process before main).
[[nodiscard]] inline pthread_t handle_of(const Task& task) { return task.id.value + 2; }
[[nodiscard]] inline Task* task_of(pthread_t handle) {
  return handle < 2 || runtime == nullptr
             ? nullptr
             : runtime->task_of(static_cast<std::uint32_t>(handle - 2));
}

template <class Foreign>
[[nodiscard]] Mutex* ours_of(Foreign* mutex) {
  static_assert(sizeof(Mutex) <= sizeof(Foreign));
  return reinterpret_cast<Mutex*>(mutex);
}

// The running task has used something wrongly: it stops.
[[noreturn]] void misuse(const char* what, Address place);

// The ends of a mutex and of a condition variable.
void refuse_if_held(const Mutex& mutex, Address place);
void destroy_mutex(Mutex* mutex, Address place);
void destroy_condition(Address condition, Address place);

// 0 or an error number, as in pthreads.
[[nodiscard]] int lock_mutex(Mutex* mutex, Address place);
[[nodiscard]] int trylock_mutex(Mutex* mutex, Address place);
[[nodiscard]] int timedlock_mutex(Mutex* mutex, const timespec* deadline, Address place);
[[nodiscard]] int unlock_mutex(Mutex* mutex, Address place);
[[nodiscard]] int wait_on(Address condition, Mutex* mutex, Address place);
[[nodiscard]] int timed_wait_on(Address condition, Mutex* mutex, const timespec* deadline,
                                Address place);

// It is too late now, by the running task's clock: ETIMEDOUT.
int time_runs_out(const timespec* deadline);

// A trylock has failed.
void back_off(Address place);

// `flag` is an int that is 0 at first.
void run_once(void* flag, void (*code)(), Address place);

}  // namespace mazurka::native
