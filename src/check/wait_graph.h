// Finds which task waits for which at the end of an execution in which no task can continue.
//
// A task waits for at most one other: the owner of a lock, the thread that it joins, or the message
// that keeps its handler busy. So the graph is a function: following it from any task ends in a
// cycle, or at a task that waits for no particular task, or at one that has ended and still holds a
// lock.
#pragma once

#include <cstdint>
#include <vector>

#include "check/check.h"
#include "check/held_locks.h"

namespace mazurka {

enum class WaitKind : std::uint8_t {
  lock,       // held by `waits_for`
  join,       // until `waits_for` has ended
  mailbox,    // the handler is busy with `waits_for`
  signal,     // asleep on a condition variable
  await,      // until a condition holds
  event,      // until `waits_for` has passed a certain point
  barrier,    // until the round of a barrier is full
  message,    // until a message arrives that its receive can take
  cancelled,  // before it started: waits for nothing, and never starts
  stopped,    // by assert or assume: waits for nothing, and never continues
  nothing,    // it could continue: the execution was stopped
};

struct Wait {
  WaitKind kind = WaitKind::nothing;
  Pending pending;
  TaskId waits_for;  // none if it waits for no particular task
  Position taken =
      Execution::nowhere;  // when `waits_for` acquired the lock, or started on the handler
  Position since = Execution::nowhere;  // the event after which it had to wait; nowhere: since the
                                        // program started

  [[nodiscard]] TaskId task() const { return pending.task; }
};

class WaitGraph {
 public:
  explicit WaitGraph(const FinishedExecution& finished);

  [[nodiscard]] const std::vector<Wait>& waits() const { return waits_; }  // sorted by task
  [[nodiscard]] const std::vector<HeldLock>& held() const { return held_; }
  // Returns what a task waits for, or nullptr if the task has ended.
  [[nodiscard]] const Wait* wait_of(TaskId task) const;

  // Tasks that wait for each other. chains() returns them in the order in which a report lists
  // them: first the cycles, each along its edges from its first task on, then the tasks that wait
  // for them, then the rest.
  struct Chain {
    bool is_cycle = false;
    std::vector<TaskId> tasks;  // each waits for the next; the last of a cycle for the first
    TaskId ends_at;             // what the last one waits for, if no earlier chain has it: a task
                                // that has ended and still holds a lock
  };
  [[nodiscard]] std::vector<Chain> chains() const;

 private:
  [[nodiscard]] Wait understand(const Pending& pending) const;
  [[nodiscard]] const HeldLock* holding(ObjectId lock) const;
  [[nodiscard]] TaskId running_on(HandlerId handler) const;
  [[nodiscard]] TaskId who_can_bring(TaskId task) const;

  const FinishedExecution& finished_;
  std::vector<HeldLock> held_;
  std::vector<Wait> waits_;
};

}  // namespace mazurka
