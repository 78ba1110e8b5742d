// The last accesses of a task to shared memory that changed nothing: reads, exchanges of a value
// for the same one, comparisons that failed. If the last ones are the same as those before them,
// the task may run in a loop that only waits (loops.h).
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/ids.h"
#include "program/native/platform/layout.h"

namespace mazurka::native {

struct IdleRead {
  Address place = 0;  // in the code
  Address address = 0;
  std::uint32_t size = 0;
  ObjectId object;
  std::int64_t value = 0;   // that it found
  std::uint64_t stack = 0;  // what stack and registers were before it, as a hash; 0: not known

  [[nodiscard]] bool is_again(const IdleRead& other) const {
    return place == other.place && address == other.address && value == other.value;
  }
};

class IdleReads {
 public:
  // A loop with more accesses is not recognised.
  static constexpr std::uint32_t longest_period = 4;

  void clear() { count_ = 0; }
  [[nodiscard]] std::uint32_t count() const { return count_; }
  // Undoes clear(), before which there were `count`. REQUIRES: nothing was added since.
  void restore(std::uint32_t count) { count_ = count; }

  void add(const IdleRead& access) {
    accesses_[end_++ % most] = access;
    count_ = std::min(count_ + 1, most);
  }

  // Returns the last one for 0, the one before it for 1, … REQUIRES: i < count().
  [[nodiscard]] const IdleRead& last(std::uint32_t i) const {
    return accesses_[(end_ - 1 - i) % most];
  }

  // Returns how many accesses ago the one at this place, to this address, was made; 0 if it is not
  // among the last ones.
  [[nodiscard]] std::uint32_t period_of(Address place, Address address) const {
    for (std::uint32_t i = 0; i < std::min(count_, longest_period); ++i)
      if (last(i).place == place && last(i).address == address) return i + 1;
    return 0;
  }

  // Were the last `length` accesses the same as those before them, and did they find the same?
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
