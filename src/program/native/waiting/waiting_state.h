// The history of a task that is needed to recognise loops that only wait.
//
// Such a loop would run for ever in a schedule that never lets the other tasks continue, so it must
// become an operation that blocks. Three kinds are recognised: loops of accesses that change
// nothing (loops.h), timed or spurious waits that lead to the same wait again (loops.h), and
// repeated back-off in std::lock (back_off.h). The functions there only decide; their callers stop
// the task or turn its access into an await.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "core/operation.h"
#include "program/native/platform/layout.h"
#include "program/native/waiting/foreign_writes.h"
#include "program/native/waiting/idle_reads.h"

namespace mazurka::native {

// The most recent points in time that the task got from a clock or passed to a wait as a deadline.
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

// The last wait of a task, for comparison with the next one (see repeats() in loops.h).
struct Repetition {
  Address place = 0;            // of the wait in the code; 0: the task has changed something since
  std::vector<Address> stack;   // registers and stack of the program at the last wait
  std::uint32_t moment = 0;     // ForeignWrites::moment() at the last wait
  Moments moments;              // points in time since the last wait
  Moments moments_then;         // points in time between the last two waits
  std::uint64_t seen = 0;       // a hash of the values read since the last wait
  std::uint64_t seen_then = 0;  // a hash of the values read between the last two waits
  std::uint32_t count = 0;      // how many times in a row the state was the same
};

// A failed attempt to lock, since which the task has announced no operation.
struct FailedAttempt {
  Address place = 0;  // 0: there is none
  Address object = 0;
  StackSnapshot stack;
};

// A sequence of reads of one private cell at one place in the code.
struct PrivateReads {
  Address place = 0;  // 0: there are none
  Address address = 0;
  std::uint32_t count = 0;
  StackSnapshot stack;  // at the last comparison
};

// Invariant: the contents describe a period in which the task changed nothing but its own stack.
// The functions below must be called as soon as the task does something else.
struct WaitingState {
  IdleReads reads;
  std::uint32_t reads_before_update = 0;  // reads.count() before the update cleared it
  StackSnapshot stack_now;                // before the next access
  ForeignWrites foreign_writes;
  FailedAttempt attempt;
  PrivateReads private_reads;
  Repetition time_outs;       // waits that ended by timeout
  Repetition spurious;        // waits that ended spuriously
  Address backed_off_in = 0;  // the call of std::lock that has failed (back_off.h); 0: none
  std::unordered_map<std::uint64_t, std::uint32_t> visits;  // for --unroll: counts by hash of place

  // Called when the task gets this point in time from a clock or passes it to a wait as a deadline.
  void note_moment(std::uint64_t nanoseconds) {
    time_outs.moments.add(nanoseconds);
    spurious.moments.add(nanoseconds);
  }
  // Called when the task has written to memory that other tasks may read.
  void forget_repetitions() { time_outs.place = spurious.place = 0; }
  // Called when the task has got a value that is not in memory: the time, a random number, input.
  void forget_spinning() {
    attempt.place = private_reads.place = 0;
    reads.clear();
  }
  void forget_loops() {
    forget_spinning();
    forget_repetitions();
  }
  // Called when the task announces an operation.
  void announced(OperationKind operation) {
    attempt.place = 0;
    if (operation != OperationKind::read) reads.clear();
    if (changes_something(operation)) forget_repetitions();
    private_reads.place = 0;
  }
  // Called when a new execution begins.
  void begin() {
    forget_loops();
    backed_off_in = 0;
    foreign_writes.clear();
    visits.clear();
  }

 private:
  // Returns true for all operations except reads, choices, and those on the mutex of a wait.
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
