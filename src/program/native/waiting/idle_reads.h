// The most recent accesses of a task to shared memory that changed nothing: reads, exchanges of a
// value for an equal one, failed compare-exchanges. If the last ones repeat the ones before them,
// the task may be in a loop that only waits (loops.h).
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/ids.h"
#include "core/memory_order.h"
#include "program/native/platform/layout.h"
#include "program/native/waiting/stack_snapshot.h"

namespace mazurka::native {

struct IdleRead {
  Address place = 0;  // the code address of the access
  Address address = 0;
  std::uint32_t size = 0;
  ObjectId object;
  MemoryOrder order = MemoryOrder::plain;
  std::int64_t value = 0;  // the value that it read
  StackSnapshot stack;     // before it

  [[nodiscard]] bool is_again(const IdleRead& other) const {
    return place == other.place && address == other.address && value == other.value;
  }
};

class IdleReads {
 public:
  // The largest number of accesses in a loop that is recognised.
  static constexpr std::uint32_t longest_period = 4;

  void clear() { count_ = 0; }
  [[nodiscard]] std::uint32_t count() const { return count_; }
  // Undoes clear(). REQUIRES: count() was `count` before clear(), and nothing was added since.
  void restore(std::uint32_t count) { count_ = count; }

  void add(const IdleRead& access) {
    accesses_[end_++ % most] = access;
    count_ = std::min(count_ + 1, most);
  }

  // Returns the i-th most recent access, starting from 0. REQUIRES: i < count().
  [[nodiscard]] const IdleRead& last(std::uint32_t i) const {
    return accesses_[(end_ - 1 - i) % most];
  }

  // Returns how many accesses ago the task made the access at this place to this address, counted
  // from 1. Returns 0 if it is not among the last `longest_period` accesses.
  [[nodiscard]] std::uint32_t period_of(Address place, Address address) const {
    for (std::uint32_t i = 0; i < std::min(count_, longest_period); ++i)
      if (last(i).place == place && last(i).address == address) return i + 1;
    return 0;
  }

  // Returns whether the last `length` accesses repeat the `length` accesses before them and read
  // the same values.
  [[nodiscard]] bool has_repeated(std::uint32_t length) const {
    if (count_ < 2 * length) return false;
    for (std::uint32_t i = 0; i < length; ++i)
      if (!last(i).is_again(last(i + length))) return false;
    return true;
  }

 private:
  static constexpr std::uint32_t most = 2 * longest_period;
  IdleRead accesses_[most];
  std::uint32_t end_ = 0;
  std::uint32_t count_ = 0;
};

}  // namespace mazurka::native
