// Where a planned sequence probably leads to, found without running the program.
//
//   Design   A sequence is redundant if a known trace contains it; which one, and how we came to
//            think of it, does not matter (docs/decisions/0001-known-traces.md). So before the
//            program is run, its end is imagined: every task goes on with what it was seen to do
//            (next_steps.h), as the free choice would have it. If that trace is known, it is real
//            and contains the sequence. If not, nothing follows: tasks may do something else.
//   Note     Whether a step could run is asked only as far as it helps to imagine well; a wrong
//            answer gives a key that no trace has.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/execution.h"
#include "core/trace_key.h"
#include "explore/reversal/next_steps.h"
#include "explore/reversal/planned_sequence.h"

namespace mazurka {

class ImaginedCompletion {
 public:
  ImaginedCompletion(const Execution& execution, const NextSteps& next_steps)
      : execution_(&execution),
        next_steps_(&next_steps),
        keyer_(execution.registry(), execution.conflicts()) {}

  // The key of the imagined trace. `hashes` are those of the events of the execution.
  [[nodiscard]] TraceKey run(const PlannedSequence& sequence, std::span<const TraceKey> hashes);

 private:
  // How far a task has come, as if it did what it does in the execution.
  struct Progress {
    TraceKey last;           // hash of its last event
    std::uint32_t next = 0;  // index of its next event
    bool exists = false;     // it was created
    bool ended = false;
  };

  void clear();
  void repeat(const Step& step, const TraceKey& hash, bool ends_task);
  void set_locks(const Step& step, bool taken);
  [[nodiscard]] const Step* next_of(TaskId task) const;
  [[nodiscard]] bool can_run(const Step& step) const;
  [[nodiscard]] bool can_start(const Step& step) const;
  [[nodiscard]] bool can_go_on(const Step& await) const;
  [[nodiscard]] const Step* pick(TaskId last);

  const Execution* execution_;
  const NextSteps* next_steps_;
  TraceKeyer keyer_;
  std::vector<Progress> at_first_;  // before the first event
  std::vector<Progress> tasks_;
  std::vector<TaskId> running_;                 // by handler
  std::vector<std::vector<TaskId>> mailboxes_;  // by handler, those of fifo handlers
  std::vector<bool> taken_;                     // by object: a lock that somebody holds
};

}  // namespace mazurka
