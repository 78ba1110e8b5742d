// Mutexes, as calls of pthreads and C11 threads use them. Called in fibers; outside of them there
// is one thread, so all functions succeed at once.
#pragma once

#include <ctime>

#include "program/native/schedule/pending_operation.h"

namespace mazurka::native {

// A pthread_mutex_t or mtx_t as ours.
template <class Foreign>
[[nodiscard]] Mutex* ours_of(Foreign* mutex) {
  static_assert(sizeof(Mutex) <= sizeof(Foreign));
  return reinterpret_cast<Mutex*>(mutex);
}

// These return 0 or an error number, as in pthreads.
[[nodiscard]] int lock_mutex(Mutex* mutex, Address place);
[[nodiscard]] int trylock_mutex(Mutex* mutex, Address place);
[[nodiscard]] int timedlock_mutex(Mutex* mutex, const timespec* deadline, Address place);
[[nodiscard]] int unlock_mutex(Mutex* mutex, Address place);

// The running task fails if the mutex is initialised while somebody holds it.
void refuse_if_held(const Mutex& mutex, Address place);
// An event that conflicts with all uses of the mutex.
void destroy_mutex(Mutex* mutex, Address place);

[[nodiscard]] bool is_held_by_running_task(const Mutex& mutex);
// Lets others have the mutex, and takes it again as often as it was taken. REQUIRES: it is held.
void release_for_a_moment(Mutex* mutex, Address place);

// The end of a lock or a condition variable: an event that conflicts with all uses of it.
void announce_destruction(Synchroniser& synchroniser, Address place);

}  // namespace mazurka::native
