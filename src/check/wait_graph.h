// Who waits for whom at the end of an execution in which nobody can go on.
//
// A task waits for at most one other: the owner of a lock, the thread it joins, the message that
// keeps its handler busy. So the graph is a function: following it from anywhere ends in a cycle,
// or at a task that waits for nobody in particular (or has ended with a lock in its hands).
#pragma once

#include <cstdint>
#include <vector>

#include "check/check.h"
#include "check/held_locks.h"

namespace mazurka {

enum class WaitKind : std::uint8_t {
  lock,     // held by `waits_for`
  join,     // until `waits_for` has ended
  mailbox,  // the handler is busy with `waits_for`
  signal,   // asleep on a condition variable
  await,    // until a condition holds
  event,    // until `waits_for` has come to a certain place
  stopped,  // by assert or assume: waits for nothing, and never goes on
  nothing,  // it could go on: the execution was given up
};

struct Wait {
  WaitKind kind = WaitKind::nothing;
  Pending pending;
  TaskId waits_for;                     // none: nobody in particular
  Position taken = Execution::nowhere;  // when `waits_for` took the lock, or started on the handler
  Position since =
      Execution::nowhere;  // from which event on it could not go on; nowhere: ever since
                           // the program started

  [[nodiscard]] TaskId task() const { return pending.task; }
};

class WaitGraph {
 public:
  explicit WaitGraph(const FinishedExecution& finished);

  [[nodiscard]] const std::vector<Wait>& waits() const { return waits_; }  // sorted by task
  [[nodiscard]] const std::vector<HeldLock>& held() const { return held_; }
  // nullptr if the task has ended.
  [[nodiscard]] const Wait* wait_of(TaskId task) const;

  // The tasks in the order in which they are best told: first the cycles, each from its first task
  // on along the edges, then whoever waits for them, then the rest, chain by chain.
  struct Chain {
    bool is_cycle = false;
    std::vector<TaskId> tasks;  // each waits for the next; the last of a cycle for the first
    TaskId ends_at;  // what the last one waits for, if that is in no chain before: a task
                     // that has ended with a lock in its hands
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
