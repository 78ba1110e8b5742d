#include "program/native/sync/condition_variable.h"

#include "program/native/platform/complain.h"
#include "program/native/schedule/library_calls.h"
#include "program/native/schedule/runtime.h"
#include "program/native/schedule/threads.h"
#include "program/native/sync/mutex.h"
#include "program/native/waiting/loops.h"

namespace mazurka::native {
namespace {

Synchroniser& synchroniser_of_condition(Address condition) {
  return runtime->synchronisers.at(condition, Synchroniser::Kind::condition_variable);
}

bool has_sleepers(Address condition) {
  for (const Task* const task : runtime->tasks.live())
    if (task->standing == Standing::asleep && task->pending.condition_variable == condition)
      return true;
  return false;
}

// Blocks the running task on the condition variable. Both objects become visible from the next
// exploration on, even if no other task has used them so far.
void sleep(Address condition_variable, Mutex* mutex, Address place) {
  Synchroniser& condition = synchroniser_of_condition(condition_variable);
  Synchroniser& lock =
      runtime->synchronisers.at(reinterpret_cast<Address>(mutex), Synchroniser::Kind::lock);
  for (Synchroniser* const each : {&condition, &lock}) (void)runtime->touch(*each);
  for (Synchroniser* const each : {&condition, &lock}) runtime->synchronisers.learn_awaited(*each);
  PendingOperation& pending = running->pending;
  pending.mutex = mutex;
  pending.futex = 0;
  pending.condition_variable = condition_variable;
  pending.object = condition.object;
  pending.relock_object = lock.object;
  pending.relock_accesses = lock.write;
  {
    const OutsideProgram outside;
    const Access both[] = {{condition.object, AccessKind::condition},
                           {lock.object, AccessKind::lock}};
    pending.accesses = runtime->registry.access_list(both);
  }
  runtime->announce(OperationKind::sleep, Standing::ready, place_of_wait(place));
  runtime->observation.gives_back(lock);
  runtime->observation.took(lock, false, place);
}

// Decides whether this wait ends spuriously; both alternatives are explored. In a loop around the
// wait, a spurious wake-up is tried only as long as the loop does not merely return to the same
// wait in the same state.
bool wakes_spuriously(Address place) {
  if (!runtime->program.options.spurious) return false;
  Task& task = *running;
  return !repeats(task.waiting, task.waiting.spurious, task.area, place) &&
         choose_value(2, place) == 1;
}

std::uint32_t notify(OperationKind operation, Standing standing, Address condition_variable,
                     Address place) {
  Synchroniser& condition = synchroniser_of_condition(condition_variable);
  if (!runtime->touch(condition) && !has_sleepers(condition_variable)) return 0;
  PendingOperation& pending = running->pending;
  pending.condition_variable = condition_variable;
  pending.stand_before(condition);
  runtime->announce(operation, standing, place);
  return pending.choice;
}

void need_mutex(const Mutex& mutex, Address place) {
  if (running == nullptr) give_up("a wait on a condition variable before main");
  if (!is_held_by_running_task(mutex))
    misuse("wait with a mutex that the task does not hold", place);
}

}  // namespace

int wait_on(Address condition, Mutex* mutex, Address place) {
  need_mutex(*mutex, place);
  if (wakes_spuriously(place))
    release_for_a_moment(mutex, place);
  else
    sleep(condition, mutex, place);
  return 0;
}

// Two alternatives are explored: another task wakes this one, or the wait times out. If no task
// wakes it, the first alternative blocks, but is not reported as a deadlock, because the second one
// covers it. A loop in which each timeout only leads to the same wait again gets no further
// timeouts.
int timed_wait_on(Address condition, Mutex* mutex, const timespec* deadline, Address place) {
  need_mutex(*mutex, place);
  Task& task = *running;
  if (!may_time_out(task.waiting, task.time, task.area, *deadline, place) ||
      choose_value(2, place) == 0) {
    task.pending.has_deadline = true;
    (void)wait_on(condition, mutex, place);
    task.pending.has_deadline = false;
    return 0;
  }
  release_for_a_moment(mutex, place);
  return task.time.run_out(*deadline);
}

std::uint32_t wake_one(Address condition, Address place) {
  return notify(OperationKind::signal, Standing::signal, condition, place);
}

std::uint32_t wake_all(Address condition, Address place) {
  return notify(OperationKind::broadcast, Standing::ready, condition, place);
}

void destroy_condition(Address condition, Address place) {
  if (running == nullptr) return;
  announce_destruction(synchroniser_of_condition(condition), place);
  if (has_sleepers(condition))
    misuse("a condition variable is destroyed while tasks wait on it", place);
}

}  // namespace mazurka::native
