// The history of a task that is needed to recognise loops that only wait.
//
// Such a loop would run for ever in a schedule that never lets the other tasks continue, so it must
// become an operation that blocks. Four kinds are recognised: rounds of operations that lead back
// to the same state (loops.h), reads of memory that no other task uses (private_spin.h), timed or
// spurious waits that lead to the same wait again (loops.h), and repeated back-off in std::lock
// (back_off.h). The functions there only decide; their callers stop the task or turn its access
// into an await.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/operation.h"
#include "program/native/platform/layout.h"
#include "program/native/waiting/foreign_writes.h"
#include "program/native/waiting/own_writes.h"
#include "program/native/waiting/private_spin.h"
#include "program/native/waiting/rounds.h"

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

// A loop that seems to count its rounds (see find_waiting_loop() in loops.h).
struct CountedLoop {
  Address place = 0;         // of the operation that begins a round; 0: there is none
  Address address = 0;       // that it accesses
  std::uint32_t rounds = 0;  // how many rounds in a row were equal to the two before them
  // Registers and stack of the program at the beginning of the last two rounds, and
  // ForeignWrites::moment() at that time.
  std::vector<Address> last;
  std::vector<Address> last_but_one;
  std::uint32_t moment_of_last = 0;
  std::uint32_t moment_of_last_but_one = 0;
};

// A loop of one operation that has found the same value again and again, with another stack each
// time (see find_waiting_loop() in loops.h).
struct Polling {
  Address place = 0;  // of the operation; 0: there is none
  Address address = 0;
  std::uint32_t rounds = 0;  // how many times in a row
};

// Rounds of a counted loop that are not explored one by one: they belong to the event before them.
struct SkippedRounds {
  std::uint32_t length = 0;     // of a round; 0: none are skipped
  std::uint32_t next = 0;       // the step that comes next
  std::uint32_t count = 0;      // how many rounds were skipped
  bool is_idle_update = false;  // the update that comes next will leave the value as it is
  RoundStep steps[Rounds::longest];
};

// What is needed to recognise spin loops. It takes 15 kB, so only tasks that exist have one
// (Runtime::spin_histories_).
struct SpinHistory {
  Rounds rounds;
  OwnWrites own_writes;
  CountedLoop counted;
  Polling polling;
  SkippedRounds skipped;
  PrivateSpin private_spin;
};

// Invariant: the contents describe a period in which the state of the task and what it has told
// others are known: its stack, what it has written (rounds, own_writes), and which mutexes it has
// locked (rounds). The functions below must be called as soon as the task does something else.
struct WaitingState {
  std::unique_ptr<SpinHistory> spin;  // null if the task does not exist
  bool is_unsettled = false;      // the last step of `rounds` has written a value that is not known
  bool is_memory_access = false;  // the operation that is announced next is added to `rounds`
  StackSnapshot stack_now;        // before the next access
  ForeignWrites foreign_writes;
  FailedAttempt attempt;
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
    attempt.place = spin->counted.place = 0;
    spin->private_spin.reset();
    forget_rounds();
    spin->own_writes.clear();
  }
  void forget_loops() {
    forget_spinning();
    forget_repetitions();
  }
  // Called before the task writes to memory that only it uses, outside of its stack.
  void write_privately(Address address, std::size_t size) {
    forget_repetitions();
    attempt.place = 0;
    if (spin->rounds.count() == 0 && !spin->private_spin.is_watching()) return;
    if (address < page_size) return;  // a null pointer: the write will fault
    if (!spin->own_writes.add(address, size)) forget_spinning();
  }
  // Called before memory that the task may have written is given back.
  void lose_memory() {
    if (is_unsettled || spin->own_writes.moment() != 0) forget_spinning();
  }
  // Looks up the value that the last step has written. A hook is called before the program writes,
  // so this happens before the next operation of the task; no other task has run in between.
  void settle() {
    if (!is_unsettled) return;
    is_unsettled = false;
    RoundStep& step = spin->rounds.last();
    step.left = value_in(step.address, step.size);
  }
  // Called when the task announces an operation, on this mutex if it is one on a mutex.
  void announced(OperationKind operation, Address place, Address mutex) {
    settle();
    attempt.place = 0;
    spin->private_spin.reset();
    if (changes_something(operation)) forget_repetitions();
    if (is_memory_access) {
      is_memory_access = false;
    } else if (operation == OperationKind::lock || operation == OperationKind::unlock ||
               operation == OperationKind::trylock) {
      spin->rounds.add({.operation = operation,
                        .place = place,
                        .address = mutex,
                        .accesses = {},
                        .stack = std::exchange(stack_now, {})});
    } else if (operation != OperationKind::read) {
      spin->counted.place = 0;
      forget_rounds();
      spin->own_writes.clear();
    }
  }
  // Called when a new execution begins. REQUIRES: there is a SpinHistory.
  void begin() {
    forget_loops();
    backed_off_in = 0;
    foreign_writes.clear();
    visits.clear();
  }

 private:
  void forget_rounds() {
    spin->rounds.clear();
    spin->skipped.length = 0;
    is_unsettled = false;
  }
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
