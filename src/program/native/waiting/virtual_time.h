// Time and random numbers of a task.
//
// Each task has its own virtual time. It advances when the task sleeps, by a microsecond each time
// the task reads a clock, and to the time of what happens before its events (clocks.h). So it is
// the same in all executions of one trace.
#pragma once

#include <cerrno>
#include <cstdint>
#include <ctime>

namespace mazurka::native {

struct VirtualTime {
  static constexpr std::uint64_t second = 1'000'000'000;              // in nanoseconds
  static constexpr std::uint64_t beginning = 1'700'000'000 * second;  // some day in 2023

  std::uint64_t passed = 0;  // nanoseconds since the beginning
  std::uint64_t random = 0;  // the state of the task's random numbers

  // Returns a point in time, or a length of time, in nanoseconds.
  [[nodiscard]] static std::uint64_t nanoseconds_of(const timespec& time) {
    return static_cast<std::uint64_t>(time.tv_sec) * second +
           static_cast<std::uint64_t>(time.tv_nsec);
  }
  [[nodiscard]] std::uint64_t now() const { return beginning + passed; }
  // Advances the time by a microsecond and returns it: what a clock shows to the task.
  std::uint64_t look() {
    passed += 1000;
    return now();
  }
  // Advances the time to `other`, nanoseconds since the beginning, unless it has passed already.
  void be_at_least(std::uint64_t other) {
    if (other > passed) passed = other;
  }
  // Advances the time to this moment, unless it has passed already.
  void pass_until(std::uint64_t moment) {
    if (moment > now()) passed = moment - beginning;
  }
  // Ends a wait by timeout: advances the time past the deadline and returns ETIMEDOUT.
  int run_out(const timespec& deadline) {
    pass_until(nanoseconds_of(deadline) + 1);
    return ETIMEDOUT;
  }
};

}  // namespace mazurka::native
