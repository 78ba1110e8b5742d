// Notices code that never comes to a visible operation: an endless loop, or a computation that
// takes too long to tell the difference.
//
// A signal comes 20 times a second. When the time is up, its handler asks the task to stop, and the
// task does so at its next access to memory, where it stands in no library and no lock of the C
// library is held. A loop without accesses is left where it is, by a jump: at the next signal if it
// is in code of the program, at twice the limit if it is in a library.
#pragma once

namespace mazurka::native {

// A task that computes for so many seconds (of the processor, so a loaded machine does not matter)
// without a visible operation ends the execution as a livelock. 0: never.
void start_watchdog(double seconds);

// Set by the handler of the signal. Whoever sees it should call stop_looping_task().
extern constinit bool watchdog_asks_to_stop;
// Fails with a livelock, unless the running task has made a visible operation since it was asked to
// stop. REQUIRES: a task runs.
void stop_looping_task();

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
