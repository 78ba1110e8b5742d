// How strongly an access is ordered, by the rules of C and C++.
//
// Executions are sequentially consistent whatever order a program requests: the order only decides
// what counts as a data race.
#pragma once

#include <cstdint>

namespace mazurka {

enum class MemoryOrder : std::uint8_t {
  plain,    // not atomic
  freeing,  // freeing the memory: counts as a plain write
  relaxed,
  acquire,
  release,
  acquire_release,
  sequential,
  // An event on the state of a library that is not known to synchronise, but could. It counts as
  // acquire_release, so no false data race is reported, but PossibleDataRaces doubts it.
  presumed,
  // Not an access of the program: an await watches a variable that its task will access later. It
  // races with nothing, and orders nothing.
  watched,
};

[[nodiscard]] constexpr bool is_atomic(MemoryOrder order) { return order >= MemoryOrder::relaxed; }
[[nodiscard]] constexpr bool acquires(MemoryOrder order) {
  return order == MemoryOrder::acquire ||
         (order >= MemoryOrder::acquire_release && order <= MemoryOrder::presumed);
}
[[nodiscard]] constexpr bool releases(MemoryOrder order) {
  return order >= MemoryOrder::release && order <= MemoryOrder::presumed;
}
[[nodiscard]] constexpr bool is_weak(MemoryOrder order) {
  return is_atomic(order) && order < MemoryOrder::sequential;
}

// The fences of a task between two of its events, combined: first an acquire, then a release, then
// another acquire, each of which may be absent. (If there is a release both before and after an
// acquire, the one after it covers both.)
struct Fences {
  bool acquires_first = false;
  bool releases = false;
  bool acquires_last = false;

  [[nodiscard]] constexpr bool any() const { return acquires_first || releases || acquires_last; }

  constexpr void add(MemoryOrder order) {
    if (mazurka::acquires(order)) (releases ? acquires_last : acquires_first) = true;
    if (!mazurka::releases(order)) return;
    acquires_first |= acquires_last;
    acquires_last = false;
    releases = true;
  }
};

}  // namespace mazurka
