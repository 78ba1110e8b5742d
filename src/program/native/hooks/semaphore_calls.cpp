// Semaphores, read-write locks, barriers, spin locks, once flags. Each is a number, with operations
// that wait for a condition on it (schedule/number.h).
#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdint>
#include <pthread.h>
#include <semaphore.h>

#include "program/native/debug_info/stack_walk.h"
#include "program/native/hooks/thread_calls.h"
#include "program/native/platform/export.h"
#include "program/native/schedule/memory_accesses.h"
#include "program/native/schedule/number.h"
#include "program/native/sync/read_write_lock.h"
#include "program/native/waiting/loops.h"

using namespace mazurka;
using namespace mazurka::native;

#define PLACE MAZURKA_PLACE

namespace {

using Number = std::int64_t;

Number add(Number value, Number operand) { return value + operand; }
Number set(Number, Number operand) { return operand; }

Condition condition(Condition::Kind kind, Number bound, const char* text) {
  Condition result;
  result.kind = kind;
  result.bound = bound;
  result.text = text;
  return result;
}
Condition more_than(Number bound, const char* text) {
  return condition(Condition::Kind::more_than, bound, text);
}
Condition at_least(Number bound, const char* text) {
  return condition(Condition::Kind::at_least, bound, text);
}
Condition equal(Number bound, const char* text) {
  return condition(Condition::Kind::equal, bound, text);
}

// Either finds the condition true at once, or times out; see timedlock_mutex() for why this is
// enough. Waits without a timeout if a timeout only leads back here in the same state.
int timed(Synchroniser& number, const Condition& wanted, Change change, Number operand,
          const timespec* deadline, Address place) {
  Task& task = *running;
  const Address before = task.waiting.time_outs.place;
  if (try_number(number, wanted, change, operand, place)) return 0;
  task.waiting.time_outs.place = before;  // the failed attempt has changed nothing
  if (may_time_out(task.waiting, task.time, task.area, *deadline, place))
    return task.time.run_out(*deadline);
  await_number(number, wanted, change, operand, place);
  return 0;
}

int fails_with(int error) {
  errno = error;
  return -1;
}

}  // namespace

namespace {

// Destroys the object, in an event that conflicts with all of its uses.
void destroy(Synchroniser& number, const char* complaint, Address place) {
  update_number(number, add, 0, place, MemoryOrder::relaxed);
  if (has_waiters(number)) misuse(complaint, place);
}

}  // namespace

// --- Semaphores: the number is the count; the sem_t holds the count that it has before main ------
//
// Two posts conflict, although only waits can observe their order. Posts are not counted in
// separate parts, as readers are (sync/read_write_lock.h), because that saves little where each
// post has a wait. With n tasks that post once and one task that waits n times, there are n! times
// the n-th Catalan number of traces (30 for n = 3); with parts there would be (n + 1)^(n - 1) (16
// for n = 3), but each wait would have to read the parts of all tasks that ever post.

namespace {

int& initial_count(sem_t* semaphore) { return *reinterpret_cast<int*>(semaphore); }
Synchroniser& number_of(sem_t* semaphore) { return number_at(semaphore, initial_count(semaphore)); }

}  // namespace

MAZURKA_EXPORT int sem_init(sem_t* semaphore, int, unsigned value) noexcept {
  if (value > SEM_VALUE_MAX) return fails_with(EINVAL);
  if (running == nullptr) {
    initial_count(semaphore) = static_cast<int>(value);
    return 0;
  }
  update_number(number_at(semaphore), set, value, PLACE);
  return 0;
}
MAZURKA_EXPORT int sem_destroy(sem_t* semaphore) noexcept {
  if (running != nullptr)
    destroy(number_of(semaphore), "a semaphore is destroyed while tasks wait for it", PLACE);
  return 0;
}
MAZURKA_EXPORT int sem_wait(sem_t* semaphore) {
  if (running == nullptr) return 0;
  await_number(number_of(semaphore), more_than(0, "sem_wait"), add, -1, PLACE);
  return 0;
}
MAZURKA_EXPORT int sem_trywait(sem_t* semaphore) noexcept {
  if (running == nullptr) return 0;
  const bool done = try_number(number_of(semaphore), more_than(0, "sem_trywait"), add, -1, PLACE);
  return done ? 0 : fails_with(EAGAIN);
}
MAZURKA_EXPORT int sem_timedwait(sem_t* semaphore, const timespec* deadline) {
  if (running == nullptr) return 0;
  const int error =
      timed(number_of(semaphore), more_than(0, "sem_timedwait"), add, -1, deadline, PLACE);
  return error == 0 ? 0 : fails_with(error);
}
MAZURKA_EXPORT int sem_clockwait(sem_t* semaphore, clockid_t, const timespec* deadline) {
  if (running == nullptr) return 0;
  const int error =
      timed(number_of(semaphore), more_than(0, "sem_clockwait"), add, -1, deadline, PLACE);
  return error == 0 ? 0 : fails_with(error);
}
MAZURKA_EXPORT int sem_post(sem_t* semaphore) noexcept {
  if (running == nullptr) return 0;
  Synchroniser& number = number_of(semaphore);
  update_number(number, add, 1, PLACE, MemoryOrder::release);
  if (number.value > SEM_VALUE_MAX) misuse("sem_post: the count of the semaphore overflows", PLACE);
  return 0;
}
MAZURKA_EXPORT int sem_getvalue(sem_t* semaphore, int* value) noexcept {
  if (running == nullptr) return 0;
  Synchroniser& number = number_of(semaphore);
  update_number(number, add, 0, PLACE, MemoryOrder::relaxed);
  *value = static_cast<int>(number.value);
  return 0;
}

// --- Read-write locks ----------------------------------------------------------------------------

namespace {

int taken(const pthread_rwlock_t* lock) {
  Task& task = *running;
  const OutsideProgram outside;
  task.data.read_write_locks.push_back(reinterpret_cast<Address>(lock));
  return 0;
}

int take(pthread_rwlock_t* lock, bool to_write, const char* text, Address place) {
  if (running == nullptr) return 0;
  if (to_write)
    lock_to_write(number_at(lock), text, place);
  else
    lock_to_read(number_at(lock), text, place);
  return taken(lock);
}

int try_to_take(pthread_rwlock_t* lock, bool to_write, Address place) {
  if (running == nullptr) return 0;
  Synchroniser& number = number_at(lock);
  const bool done = to_write ? trylock_to_write(number, place) : trylock_to_read(number, place);
  return done ? taken(lock) : EBUSY;
}

// Either gets the lock at once, or finds it taken and times out; see timedlock_mutex() for why this
// is enough.
int take_in_time(pthread_rwlock_t* lock, bool to_write, const timespec* deadline, Address place) {
  return try_to_take(lock, to_write, place) == 0 ? 0 : running->time.run_out(*deadline);
}

}  // namespace

MAZURKA_EXPORT int pthread_rwlock_init(pthread_rwlock_t* lock,
                                       const pthread_rwlockattr_t*) noexcept {
  if (running != nullptr) use_whole_lock(number_at(lock), true, PLACE);
  return 0;
}
MAZURKA_EXPORT int pthread_rwlock_destroy(pthread_rwlock_t* lock) noexcept {
  if (running == nullptr) return 0;
  Synchroniser& number = number_at(lock);
  use_whole_lock(number, false, PLACE);
  if (has_waiters(number)) misuse("a read-write lock is destroyed while tasks wait for it", PLACE);
  if (runtime->synchronisers.holders_of(number) != 0)
    misuse("a locked read-write lock is destroyed", PLACE);
  return 0;
}
MAZURKA_EXPORT int pthread_rwlock_rdlock(pthread_rwlock_t* lock) noexcept {
  return take(lock, false, "lock_shared", PLACE);
}
MAZURKA_EXPORT int pthread_rwlock_tryrdlock(pthread_rwlock_t* lock) noexcept {
  return try_to_take(lock, false, PLACE);
}
MAZURKA_EXPORT int pthread_rwlock_wrlock(pthread_rwlock_t* lock) noexcept {
  return take(lock, true, "lock", PLACE);
}
MAZURKA_EXPORT int pthread_rwlock_trywrlock(pthread_rwlock_t* lock) noexcept {
  return try_to_take(lock, true, PLACE);
}
MAZURKA_EXPORT int pthread_rwlock_timedrdlock(pthread_rwlock_t* lock,
                                              const timespec* deadline) noexcept {
  return take_in_time(lock, false, deadline, PLACE);
}
MAZURKA_EXPORT int pthread_rwlock_timedwrlock(pthread_rwlock_t* lock,
                                              const timespec* deadline) noexcept {
  return take_in_time(lock, true, deadline, PLACE);
}
MAZURKA_EXPORT int pthread_rwlock_clockrdlock(pthread_rwlock_t* lock, clockid_t,
                                              const timespec* deadline) noexcept {
  return take_in_time(lock, false, deadline, PLACE);
}
MAZURKA_EXPORT int pthread_rwlock_clockwrlock(pthread_rwlock_t* lock, clockid_t,
                                              const timespec* deadline) noexcept {
  return take_in_time(lock, true, deadline, PLACE);
}

MAZURKA_EXPORT int pthread_rwlock_unlock(pthread_rwlock_t* lock) noexcept {
  if (running == nullptr) return 0;
  auto& held = running->data.read_write_locks;
  const auto mine = std::ranges::find(held, reinterpret_cast<Address>(lock));
  if (mine == held.end()) misuse("unlock of a read-write lock that the task does not hold", PLACE);
  held.erase(mine);
  unlock_read_write(number_at(lock), PLACE);
  return 0;
}

// --- Barriers: the number counts all arrivals; a task waits until its round is full --------------

namespace {

// What a pthread_barrier_t holds.
struct Barrier {
  static constexpr std::uint32_t initialised = 0xba881e50;
  static constexpr std::uint32_t destroyed = 0xba88dead;
  unsigned size;
  std::uint32_t state;
};
static_assert(sizeof(Barrier) <= sizeof(pthread_barrier_t));

Barrier& as_barrier(pthread_barrier_t* barrier) { return *reinterpret_cast<Barrier*>(barrier); }

// Returns whether memory at this address can hold what another object left there: then an old state
// says nothing.
bool is_reused(const void* object) {
  const auto address = reinterpret_cast<Address>(object);
  return is_heap(address) || is_in_slot(address);
}

// REQUIRES: the use of the barrier has just become an event, so that no other task changes it.
void refuse_unusable(const Barrier& barrier, const char* what_if_destroyed,
                     const char* what_if_never_initialised, Address place) {
  if (barrier.state == Barrier::destroyed) misuse(what_if_destroyed, place);
  if (barrier.state != Barrier::initialised) misuse(what_if_never_initialised, place);
}

Number unchanged(Number value, Number) { return value; }

}  // namespace

MAZURKA_EXPORT int pthread_barrier_init(pthread_barrier_t* barrier, const pthread_barrierattr_t*,
                                        unsigned count) noexcept {
  if (count == 0) return EINVAL;
  Barrier& memory = as_barrier(barrier);
  if (running != nullptr) {
    update_number(number_at(barrier), set, 0, PLACE);
    if (memory.state == Barrier::initialised && !is_reused(barrier))
      misuse("a barrier is initialised twice", PLACE);
  }
  memory = {count, Barrier::initialised};
  return 0;
}
MAZURKA_EXPORT int pthread_barrier_destroy(pthread_barrier_t* barrier) noexcept {
  if (running != nullptr)
    destroy(number_at(barrier), "a barrier is destroyed while tasks wait at it", PLACE);
  if (running != nullptr)
    refuse_unusable(as_barrier(barrier), "a barrier is destroyed twice",
                    "a barrier is destroyed that was never initialised", PLACE);
  as_barrier(barrier).state = Barrier::destroyed;
  return 0;
}
MAZURKA_EXPORT int pthread_barrier_wait(pthread_barrier_t* barrier) noexcept {
  if (running == nullptr) return 0;
  Synchroniser& number = number_at(barrier);
  update_number(number, add, 1, PLACE);
  refuse_unusable(as_barrier(barrier), "wait at a barrier that is destroyed",
                  "wait at a barrier that was never initialised", PLACE);
  const Number size = as_barrier(barrier).size;
  const Number full = (number.value + size - 1) / size * size;
  const bool is_last = number.value == full;
  if (!is_last) await_number(number, at_least(full, "barrier"), unchanged, 0, PLACE);
  return is_last ? PTHREAD_BARRIER_SERIAL_THREAD : 0;
}

// --- Spin locks: the number is 1 if a task holds the lock ----------------------------------------

MAZURKA_EXPORT int pthread_spin_init(pthread_spinlock_t* lock, int) noexcept {
  if (running != nullptr) update_number(number_at(lock), set, 0, PLACE);
  return 0;
}
MAZURKA_EXPORT int pthread_spin_destroy(pthread_spinlock_t* lock) noexcept {
  if (running == nullptr) return 0;
  Synchroniser& number = number_at(lock);
  destroy(number, "a spin lock is destroyed while tasks wait for it", PLACE);
  if (number.value != 0) misuse("a locked spin lock is destroyed", PLACE);
  return 0;
}
MAZURKA_EXPORT int pthread_spin_lock(pthread_spinlock_t* lock) noexcept {
  if (running == nullptr) return 0;
  await_number(number_at(lock), equal(0, "spin_lock"), set, 1, PLACE);
  return 0;
}
MAZURKA_EXPORT int pthread_spin_trylock(pthread_spinlock_t* lock) noexcept {
  if (running == nullptr) return 0;
  return try_number(number_at(lock), equal(0, "spin_trylock"), set, 1, PLACE) ? 0 : EBUSY;
}
MAZURKA_EXPORT int pthread_spin_unlock(pthread_spinlock_t* lock) noexcept {
  if (running == nullptr) return 0;
  Synchroniser& number = number_at(lock);
  if (number.value == 0) misuse("unlock of a spin lock that nobody holds", PLACE);
  update_number(number, set, 0, PLACE, MemoryOrder::release);
  return 0;
}

// --- Once flags and function statics: the number is 0 (not started), 1 (in progress), 2 (done) ---

namespace {

Number claimed(Number value, Number) { return value == 0 ? 1 : value; }

// Blocks while another task is initialising. Returns true if the caller must do the initialisation
// and then set the number to 2, or to 0 if it failed.
bool is_first(Synchroniser& number, const char* text, Address place) {
  Condition nobody_is_at_it;
  nobody_is_at_it.kind = Condition::Kind::differs;
  nobody_is_at_it.bound = 1;
  nobody_is_at_it.text = text;
  await_number(number, nobody_is_at_it, claimed, 0, place);
  return number.value == 1;
}

// Sets the number when the initialisation ends. If it threw an exception, another task may try.
struct Claim {
  Synchroniser& number;
  Address place;
  bool is_done = false;

  ~Claim() { update_number(number, set, is_done ? 2 : 0, place); }
};

}  // namespace

namespace mazurka::native {

void run_once(void* flag, void (*code)(), Address place) {
  // Outside of tasks there is only one thread, so a plain flag is enough, and what was done before
  // main stays done. Calls from libraries are treated in the same way: libgcc initialises its own
  // tables with pthread_once.
  auto& done_before = *static_cast<int*>(flag);
  if (running == nullptr || !is_in_executable(place)) {
    if (done_before == 0) code();
    done_before = 1;
    return;
  }
  Synchroniser& number = number_at(flag, done_before != 0 ? 2 : 0);
  if (!is_first(number, "once", place)) return;
  Claim claim{number, place};
  code();
  claim.is_done = true;
}

}  // namespace mazurka::native

MAZURKA_EXPORT int pthread_once(pthread_once_t* flag, void (*code)()) {
  run_once(flag, code, reinterpret_cast<Address>(__builtin_return_address(0)));
  return 0;
}

// The first byte of a guard is 0 until the object exists. Compiled code reads it with an atomic
// access and calls __cxa_guard_acquire only if it is 0.
MAZURKA_EXPORT int __cxa_guard_acquire(std::uint64_t* guard) {
  auto& is_done = *reinterpret_cast<unsigned char*>(guard);
  if (running == nullptr) return is_done == 0;
  return is_first(number_at(guard, is_done != 0 ? 2 : 0), "static initialisation", PLACE);
}
MAZURKA_EXPORT void __cxa_guard_release(std::uint64_t* guard) noexcept {
  auto& is_done = *reinterpret_cast<unsigned char*>(guard);
  if (running != nullptr) {
    const Address address = reinterpret_cast<Address>(guard);
    const Address place = PLACE;
    access_memory(address, 1, OperationKind::write, place, MemoryOrder::release);
    is_done = 1;
    update_number(number_at(guard), set, 2, place);
  }
  is_done = 1;
}
MAZURKA_EXPORT void __cxa_guard_abort(std::uint64_t* guard) noexcept {
  if (running != nullptr) update_number(number_at(guard), set, 0, PLACE);
}
