// What a task remembers in order to notice that it runs in a loop that only waits.
//
// Such a loop would run for ever in a schedule that never lets the other tasks continue, so it must
// become something that blocks. Three kinds are known: loops of accesses that change nothing
// (loops.h), timed or spurious waits that lead to the same wait again (loops.h), and std::lock
// beginning again (back_off.h). The functions there only decide; whoever called stops the task or
// turns its access into an await.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "core/operation.h"
#include "program/native/platform/layout.h"
#include "program/native/waiting/idle_reads.h"

namespace mazurka::native {

// The last points in time that the task has got from a clock, or has given to a wait as a deadline.
class Moments {
 public:
  void add(std::uint64_t nanoseconds) { moments_[count_++ % most] = nanoseconds; }
  void clear() { count_ = 0; }
  [[nodiscard]] const std::uint64_t* begin() const { return moments_; }
  [[nodiscard]] const std::uint64_t* end() const { return moments_ + std::min(count_, most); }

 private:
  static constexpr std::size_t most = 16;
  std::uint64_t moments_[most] = {};
  std::size_t count_ = 0;
};

// A wait that the task has come to before, at the same place, having changed nothing since.
struct Repetition {
  Address place = 0;            // 0: something has changed
  std::vector<Address> stack;   // of the program, with its registers
  Moments moments;              // since the last wait
  Moments moments_then;         // between the two waits before
  std::uint64_t seen = 0;       // a hash of what it has read since the last wait
  std::uint64_t seen_then = 0;  // a hash of what it had read between the two waits before
  std::uint32_t count = 0;      // how often in a row it came there in the same state
};

// An attempt to lock that failed, with nothing done since.
struct FailedAttempt {
  Address place = 0;  // 0: there is none
  Address object = 0;
  std::uint64_t stack = 0;  // a hash of stack and registers; 0: not known
};

// Reads of one private cell at one place, again and again.
struct PrivateReads {
  Address place = 0;  // 0: there are none
  Address address = 0;
  std::uint32_t count = 0;
  std::uint64_t stack = 0;  // a hash of stack and registers at the last look; 0: not known
};

// Invariant: what is remembered here describes a time in which the task changed nothing but its own
// stack. Each function below is called as soon as that is no longer true.
struct WaitingState {
  IdleReads reads;
  std::uint32_t reads_before_update = 0;  // how many there were
  std::uint64_t stack_now = 0;  // a hash of stack and registers before the next access; 0: unknown
  FailedAttempt attempt;
  PrivateReads private_reads;
  Repetition time_outs;       // waits that ended by time
  Repetition spurious;        // waits that ended without a reason
  Address backed_off_in = 0;  // the call of std::lock that has failed (back_off.h); 0: none
  std::unordered_map<std::uint64_t, std::uint32_t> visits;  // --unroll: of places, by hash

  // The task has got this point in time from a clock, or gives it to a wait as a deadline.
  void note_moment(std::uint64_t nanoseconds) {
    time_outs.moments.add(nanoseconds);
    spurious.moments.add(nanoseconds);
  }
  // The task has written to memory that others may read.
  void forget_repetitions() { time_outs.place = spurious.place = 0; }
  // The task has learned something that is not in memory: the time, a random number, input.
  void forget_spinning() {
    attempt.place = private_reads.place = 0;
    reads.clear();
  }
  void forget_loops() {
    forget_spinning();
    forget_repetitions();
  }
  // The task announces an operation.
  void announced(OperationKind operation) {
    attempt.place = 0;
    if (operation != OperationKind::read) reads.clear();
    if (changes_something(operation)) forget_repetitions();
    private_reads.place = 0;
  }
  // A new execution begins.
  void begin() {
    forget_loops();
    backed_off_in = 0;
    visits.clear();
  }

 private:
  // All but reads, choices, and what a wait with a mutex does to it.
  [[nodiscard]] static constexpr bool changes_something(OperationKind operation) {
    switch (operation) {
      case OperationKind::read:
      case OperationKind::await:
      case OperationKind::lock:
      case OperationKind::unlock:
      case OperationKind::relock:
      case OperationKind::choose:
        return false;
      default:
        return true;
    }
  }
};

}  // namespace mazurka::native
