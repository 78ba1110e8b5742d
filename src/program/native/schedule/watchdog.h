// Notices code that never comes to a visible operation: an endless loop, or a computation that
// takes too long to tell the difference.
#pragma once

namespace mazurka::native {

// A task that computes for so many seconds (of the processor, so a loaded machine does not matter)
// without a visible operation ends the execution as a livelock. 0: never.
void start_watchdog(double seconds);

// While it lives, so many seconds are enough (what is said is the limit above): for executions that
// are tried, and for those that are known to end so. There is one at a time.
class ShortWatch {
 public:
  explicit ShortWatch(double seconds);
  ~ShortWatch();
  ShortWatch(const ShortWatch&) = delete;
  ShortWatch& operator=(const ShortWatch&) = delete;
};

}  // namespace mazurka::native
