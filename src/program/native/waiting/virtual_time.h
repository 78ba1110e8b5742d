// Time and random numbers of a task.
//
// Time is virtual and belongs to the task: it passes by sleeping, and by a microsecond whenever the
// task looks at a clock. So it is the same in every execution, and tells nothing about other tasks.
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
  // What a clock shows to the task.
  std::uint64_t look() {
    passed += 1000;
    return now();
  }
  // Sleeps until this moment, if it has not come yet.
  void pass_until(std::uint64_t moment) {
    if (moment > now()) passed = moment - beginning;
  }
  // A wait has ended because it is too late now. Returns ETIMEDOUT.
  int run_out(const timespec& deadline) {
    pass_until(nanoseconds_of(deadline) + 1);
    return ETIMEDOUT;
  }
};

}  // namespace mazurka::native
