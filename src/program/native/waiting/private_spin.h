// Recognises loops that read only memory which no other task uses, as far as is known.
//
// `while (!stop);` where no other task has touched `stop` so far makes no events, so it would run
// until the watchdog ends it. A task is in such a loop if it comes back to the same read in the
// same state without an event in between. Then it can only wait for a task that has not touched
// what it reads so far, or for ever. So this memory counts as shared from the next exploration on:
// the loop becomes an await (loops.h), and a deadlock if nobody ends it.
//
// States are compared from time to time: with an anchor, a read at which the state was recorded. An
// anchor is set after 32,768, 65,536 … reads in a row, as in Brent's search for cycles. A
// comparison takes a thousand times as long as a read, so it must be rare in loops that compute.
#pragma once

#include <cstdint>

#include "program/native/platform/layout.h"
#include "program/native/waiting/stack_snapshot.h"

namespace mazurka::native {

class PrivateSpin {
 public:
  // A piece of memory that the loop reads.
  struct Read {
    Address address = 0;
    std::uint32_t size = 0;
    bool is_atomic = false;
  };
  static constexpr std::uint32_t most_reads = 64;
  static constexpr std::uint32_t first_anchor = 32'768;
  static constexpr std::uint32_t most_comparisons = 16;  // with one anchor

  // Counts a read. Returns whether the caller must look at it.
  [[nodiscard]] bool notice(Address place, Address address) {
    return ++count_ == next_anchor_ || is_collecting_ || (place == place_ && address == address_);
  }
  void reset() {
    count_ = 0;
    next_anchor_ = first_anchor;
    place_ = 0;
    is_collecting_ = false;
  }
  // Returns whether there is an anchor, so that private writes must be recorded.
  [[nodiscard]] bool is_watching() const { return place_ != 0; }

  // REQUIRES, for what follows: notice() has returned true for this read.
  [[nodiscard]] bool is_time_for_anchor() const { return count_ >= next_anchor_; }
  void set_anchor(Address place, Address address) {
    next_anchor_ = count_ * 2;
    place_ = place;
    address_ = address;
    stack.is_known = false;
    comparisons_ = 0;
    is_collecting_ = false;
  }
  [[nodiscard]] bool is_at_anchor(Address place, Address address) const {
    return place == place_ && address == address_;
  }
  // Gives the anchor up if the task was too often in another state there. A round may contain the
  // same read several times, in different calls of a function.
  void differs() {
    if (++comparisons_ < most_comparisons) return;
    place_ = 0;
    is_collecting_ = false;
  }
  // The task is in a loop. From now on, what it reads is collected, until it is back at the anchor.
  void collect() {
    is_collecting_ = true;
    comparisons_ = 0;
    read_count_ = 0;
  }
  [[nodiscard]] bool is_collecting() const { return is_collecting_; }
  void add(const Read& read) {
    if (read_count_ < most_reads) reads_[read_count_++] = read;
  }
  [[nodiscard]] const Read* begin() const { return reads_; }
  [[nodiscard]] const Read* end() const { return reads_ + read_count_; }

  StackSnapshot stack;  // at the anchor

 private:
  std::uint32_t count_ = 0;  // private reads since the last event
  std::uint32_t next_anchor_ = first_anchor;
  Address place_ = 0;  // of the anchor; 0: there is none
  Address address_ = 0;
  std::uint32_t comparisons_ = 0;
  bool is_collecting_ = false;
  std::uint32_t read_count_ = 0;
  Read reads_[most_reads];
};

}  // namespace mazurka::native
