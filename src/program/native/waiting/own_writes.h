// What a task has written outside of its stack to memory that only it uses.
//
// Whether a task only waits is decided by comparing its state with an earlier one (loops.h). Its
// private memory is part of that state: a loop that stores `cache = index.load()` in an object on
// the heap is back in the same state if the bytes that it wrote are what they were.
//
// Invariant: the log has every private write since the oldest moment that is still compared. If it
// would get too long, the caller forgets these moments instead.
#pragma once

#include <cstddef>
#include <cstdint>

#include "program/native/platform/layout.h"
#include "program/native/platform/memory_value.h"

namespace mazurka::native {

class OwnWrites {
 public:
  void clear() { count_ = 0; }
  // Names the current moment, for are_undone_since().
  [[nodiscard]] std::uint32_t moment() const { return count_; }

  // Called before the task writes these bytes. Returns false if the log has no room for them.
  [[nodiscard, gnu::noinline]] bool add(Address address, std::size_t size) {
    for (std::size_t done = 0; done < size; done += 8) {
      if (count_ == most) return false;
      const auto part = static_cast<std::uint32_t>(size - done < 8 ? size - done : 8);
      writes_[count_++] = {address + done, part, value_in(address + done, part)};
    }
    return true;
  }

  // Returns whether everything that was written since `moment` is as it was then: the first write
  // of each byte knows what was there. (A write that overlaps an earlier one with other bounds is
  // compared, too. That can only make the answer false.)
  [[nodiscard]] bool are_undone_since(std::uint32_t moment) const {
    for (std::uint32_t i = moment; i < count_; ++i)
      if (!is_repeated(i, moment) &&
          value_in(writes_[i].address, writes_[i].size) != writes_[i].old)
        return false;
    return true;
  }

  // Returns whether a write in the log overlaps these bytes.
  [[nodiscard]] bool overlap(Address address, std::size_t size) const {
    for (std::uint32_t i = 0; i < count_; ++i)
      if (writes_[i].address < address + size && address < writes_[i].address + writes_[i].size)
        return true;
    return false;
  }

 private:
  struct Write {
    Address address = 0;
    std::uint32_t size = 0;
    std::int64_t old = 0;  // the value that it replaced
  };

  // Returns whether an earlier write since `moment` had the same bounds.
  [[nodiscard]] bool is_repeated(std::uint32_t index, std::uint32_t moment) const {
    for (std::uint32_t i = moment; i < index; ++i)
      if (writes_[i].address == writes_[index].address && writes_[i].size == writes_[index].size)
        return true;
    return false;
  }

  static constexpr std::uint32_t most = 256;
  Write writes_[most];
  std::uint32_t count_ = 0;
};

}  // namespace mazurka::native
