// The most recent operations of a task on shared memory and on mutexes. If the last ones repeat the
// ones before them, the task may be in a loop that only waits (loops.h). One iteration of such a
// loop is a round.
//
// Invariant: a step has only what the task itself knows: the values that it read, and the values
// that it wrote, not those that it replaced. So whether rounds are equal is a function of the
// history of the task (decision 0001, assumption b).
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/ids.h"
#include "core/operation.h"
#include "program/native/platform/layout.h"
#include "program/native/waiting/stack_snapshot.h"

namespace mazurka::native {

struct RoundStep {
  OperationKind operation = OperationKind::read;  // read, write, update, lock, unlock, trylock
  std::uint32_t size = 0;                         // of the memory; 0 for a mutex
  Address place = 0;                              // the code address
  Address address = 0;                            // of the memory or the mutex
  AccessListId accesses;
  std::int64_t found = 0;  // the value that a read or update read; whether a trylock succeeded
  std::int64_t left = 0;   // the value in memory after it
  StackSnapshot stack;     // before it

  [[nodiscard]] bool is_memory_access() const { return operation <= OperationKind::update; }
  [[nodiscard]] bool is_again(const RoundStep& other) const {
    return operation == other.operation && place == other.place && address == other.address &&
           found == other.found && left == other.left && size == other.size;
  }
};
static_assert(OperationKind::read < OperationKind::update &&
              OperationKind::write < OperationKind::update &&
              OperationKind::update < OperationKind::await);

class Rounds {
 public:
  // The largest number of steps in a round that is recognised.
  static constexpr std::uint32_t longest = 16;

  void clear() { count_ = 0; }
  [[nodiscard]] std::uint32_t count() const { return count_; }

  void add(const RoundStep& step) {
    keys_[end_ % most] = key_of(step.place, step.address);
    steps_[end_++ % most] = step;
    count_ = std::min(count_ + 1, most);
  }

  // Returns the i-th most recent step, starting from 0. REQUIRES: i < count().
  [[nodiscard]] const RoundStep& last(std::uint32_t i) const {
    return steps_[(end_ - 1 - i) % most];
  }
  [[nodiscard]] RoundStep& last() { return steps_[(end_ - 1) % most]; }

  // Returns the smallest length of a round, more than `shorter`, that the operation at this place
  // would begin again: so many steps ago the task made the same operation. Returns 0 if there is
  // none.
  [[nodiscard]] std::uint32_t length_of(Address place, Address address,
                                        std::uint32_t shorter = 0) const {
    const std::uint64_t key = key_of(place, address);
    for (std::uint32_t i = shorter; i < std::min(count_, longest); ++i)
      if (keys_[(end_ - 1 - i) % most] == key && last(i).place == place &&
          last(i).address == address)
        return i + 1;
    return 0;
  }

  // Returns whether the last `times` rounds of this length are equal.
  [[nodiscard]] bool are_equal(std::uint32_t length, std::uint32_t times) const {
    const std::uint32_t compared = (times - 1) * length;
    if (count_ < compared + length) return false;
    for (std::uint32_t i = 0; i < compared; ++i)
      if (!last(i).is_again(last(i + length))) return false;
    return true;
  }

 private:
  static constexpr std::uint32_t most = 64;  // a power of two
  static_assert(most % (2 * longest) == 0);
  [[nodiscard]] static std::uint64_t key_of(Address place, Address address) {
    return place ^ (address << 20);
  }
  RoundStep steps_[most];
  std::uint64_t keys_[most];  // of the steps, to search fewer bytes
  std::uint32_t end_ = 0;
  std::uint32_t count_ = 0;
};

}  // namespace mazurka::native
