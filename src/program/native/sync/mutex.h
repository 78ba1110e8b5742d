// Mutexes of pthreads and C11 threads. The functions are called in fibers. Before main there is
// only one thread, so they succeed at once.
#pragma once

#include <ctime>

#include "program/native/schedule/pending_operation.h"

namespace mazurka::native {

// Returns the runtime's view of a pthread_mutex_t or mtx_t.
template <class Foreign>
[[nodiscard]] Mutex* ours_of(Foreign* mutex) {
  static_assert(sizeof(Mutex) <= sizeof(Foreign));
  return reinterpret_cast<Mutex*>(mutex);
}

// Return 0 or an error number, as the pthreads functions do.
[[nodiscard]] int lock_mutex(Mutex* mutex, Address place);
[[nodiscard]] int trylock_mutex(Mutex* mutex, Address place);
[[nodiscard]] int timedlock_mutex(Mutex* mutex, const timespec* deadline, Address place);
[[nodiscard]] int unlock_mutex(Mutex* mutex, Address place);

// Reports a failure of the running task if a task holds the mutex, which is about to be
// initialised.
void refuse_if_held(const Mutex& mutex, Address place);
// Destroys the mutex, in an event that conflicts with all of its uses.
void destroy_mutex(Mutex* mutex, Address place);

[[nodiscard]] bool is_held_by_running_task(const Mutex& mutex);
// Unlocks the mutex completely and locks it again to the same depth, so that other tasks can lock
// it in between. REQUIRES: the running task holds it.
void release_for_a_moment(Mutex* mutex, Address place);

// Begin and end an atomic section of the running task (schedule/atomic_sections.h), with the mutex
// that it uses. `place` is where it begins or ends.
void begin_section(Address place);
void end_section(Address place);

// Announces the destruction of a lock or a condition variable, an event that conflicts with all
// uses of the object.
void announce_destruction(Synchroniser& synchroniser, Address place);

}  // namespace mazurka::native
