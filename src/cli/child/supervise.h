// Exploring in a child process, under the eyes of its parent.
//
// A program under test can do anything: hang in a library, overwrite the memory of the checker,
// call _exit, use up all memory. So commands that run it do so in a child, and the parent, which
// never runs the program, always lives to report (docs/decisions/0007-exploring-in-a-child.md):
//
//   child → parent    SharedState (shared_state.h): the current schedule and the counts, updated by
//                     plain stores. Records (record_stream.h): errors when they are found and again
//                     when they are described better, what the program has learned, texts, the
//                     summary. All of it survives if the child is killed.
//   parent → child    Two flags in SharedState: stop exploring, stop simplifying errors. The child
//                     polls them between executions, and every few thousand steps.
//   limits            The parent watches the clock, signals, and the child's memory. When a limit
//                     is reached it sets the first flag. A child that has not ended 0.75 s later is
//                     killed, wherever it is, unless it is writing a checkpoint.
//   system calls      A child that neither computes nor makes a step is blocked in a system call.
//                     The parent sends a signal, and the runtime of a native program reports it.
//   signals           Ctrl-C reaches both processes. The child ignores SIGINT and SIGTERM, and
//                     stops because the parent tells it to. If the parent dies, the kernel kills
//                     the child.
//   death             If the child dies and the parent did not kill it, the schedule that it was
//                     running is run again in another child, to describe it (last_execution.h).
#pragma once

#include <csignal>
#include <cstdint>
#include <functional>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "cli/child/record_stream.h"
#include "cli/child/shared_state.h"
#include "core/user_error.h"
#include "explore/summary.h"

namespace mazurka::cli {

struct ChildLimits {
  double timeout_seconds = 0;           // 0: no limit
  double explain_seconds = 2;           // processor time for what follows the exploration
  bool explains_after_timeout = false;  // even if the result is then later than `grace`
  // How long a native program may be blocked in a system call; 0: for ever.
  double blocked_seconds = 0;
  // Bytes; 0: no limit; none: three quarters of what is available.
  std::optional<std::uint64_t> most_memory;
};

// What the parent knows about a child that has ended.
struct ChildResult {
  std::optional<int> status;  // the work is complete
  StopReason reason = StopReason::none;
  bool was_killed = false;  // by the parent
  int wait_status = 0;      // as waitpid says
  double seconds = 0;       // from the start of the child to its end
  Phase last_phase = Phase::starting;
  std::uint64_t peak_memory_kib = 0;
  std::string algorithm;           // the one that explored last
  std::optional<Summary> summary;  // the exploration is over; without its errors
  std::vector<Counterexample> errors;
  std::vector<std::string> knowledge;
  std::vector<std::string> warnings;    // also part of `summary`, if there is one
  std::vector<NotCovered> not_covered;  // by a worker so far; later part of `summary`
  bool has_checkpoint = false;
  bool survived = false;
  bool ran_out_of_memory = false;
  std::string origin;  // of a worker: what checkpoints must know (shared_checkpoint.h)
  std::string jobs;    // of a checkpoint (shared_checkpoint.h)
  std::vector<std::string> executions;  // that a worker wants to be kept (portable_schedule.h)
  std::optional<std::string> mistake;   // an internal error ended the work
  std::optional<std::vector<std::string>> learned;  // by a worker: the exploration must start again

  // Returns why the exploration did not come to its end.
  [[nodiscard]] Bound bound() const { return ran_out_of_memory ? Bound::memory : bound_of(reason); }
  // Returns whether the child ended although it was neither finished nor killed by the parent.
  [[nodiscard]] bool died() const {
    return !status && !was_killed && !ran_out_of_memory && !mistake;
  }
  // Throws std::runtime_error if there was an internal error.
  void throw_mistake() const;
};

// What the work in the child uses.
struct ChildSide {
  SharedState& state;
  const RecordWriter& records;
  std::ostream& out;  // the parent prints what is written here
  std::ostream& err;
  int replies = -1;  // the descriptor of replies to commits, if the child is a worker

  // Sends a commit to the parent and waits for the reply. REQUIRES: the child is a worker.
  [[nodiscard]] std::string exchange(std::string_view commit) const;
};

// Runs `work` in a child and returns what came of it. The parent prints to `out` and `err` what the
// child writes there. Throws the UserError that the work threw.
[[nodiscard]] ChildResult supervise(SharedState& state, const ChildLimits& limits,
                                    std::ostream& out, std::ostream& err,
                                    const std::function<int(const ChildSide&)>& work);

// Returns whether the runtime of the program ended the child because it cannot continue. It has
// said why. The program may have overwritten the shared memory, so the exit status counts as well.
[[nodiscard]] bool has_given_up(const SharedState& state, const ChildResult& result);

// Returns how a process ended: "was killed by signal 9 (Killed)", "exited with status 3".
[[nodiscard]] std::string end_in_words(int wait_status);

}  // namespace mazurka::cli
