// Does a task run in a circle? Its last accesses to shared memory that changed nothing: reads,
// exchanges of a value for the same one, comparisons that failed.
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
  // A loop of more accesses is not seen as one.
  static constexpr std::uint32_t longest_period = 4;

  void clear() { count_ = 0; }
  // What clear() took away, if nothing was added since.
  [[nodiscard]] std::uint32_t count() const { return count_; }
  void restore(std::uint32_t count) { count_ = count; }

  void add(const IdleRead& access) {
    accesses_[end_++ % most] = access;
    count_ = std::min(count_ + 1, most);
  }

  // The 0th is the last one. REQUIRES: i < count().
  [[nodiscard]] const IdleRead& last(std::uint32_t i) const {
    return accesses_[(end_ - 1 - i) % most];
  }

  // How many accesses ago it was made before; 0: it was not, as far as is known.
  [[nodiscard]] std::uint32_t period_of(Address place, Address address) const {
    for (std::uint32_t i = 0; i < std::min(count_, longest_period); ++i)
      if (last(i).place == place && last(i).address == address) return i + 1;
    return 0;
  }

  // Were the last accesses the same as those before them, in a circle of this length?
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
