// Detects code that does not reach a visible operation: an infinite loop, or a computation that
// takes too long to tell the difference.
//
// A timer signal arrives 20 times per second. When the limit is exceeded, its handler asks the task
// to stop. The task does so at its next memory access, where it is not inside a library and holds
// no lock of the C library. A loop without memory accesses is abandoned by a jump out of the signal
// handler: at the next signal if it is in code of the program, at twice the limit if it is in a
// library.
//
// The timer measures processor time, so it does not see a task that is blocked in a system call.
// The parent of the exploring process does (cli/child/supervise.cpp), and sends the same signal
// with another code. The task is then abandoned at once.
#pragma once

namespace mazurka::native {

// Prepares for the signals of the watchdog and of the parent process.
void prepare_watchdog();
// Starts the watchdog: a task that computes for this many seconds without a visible operation ends
// the execution with a livelock; 0: never. Only processor time counts, so other load on the machine
// does not matter.
void start_watchdog(double seconds);

// Set by the signal handler. Code that finds it set must call stop_looping_task().
extern constinit bool watchdog_asks_to_stop;
// Reports a livelock of the running task, unless the task has made a visible operation since it was
// asked to stop. REQUIRES: a task is running.
void stop_looping_task();

// Lowers the limit to this many seconds for the lifetime of the object, for trial executions and
// for executions that are known to end in a livelock. Reports still name the original limit.
// REQUIRES: no other ShortWatch exists.
class ShortWatch {
 public:
  explicit ShortWatch(double seconds);
  ~ShortWatch();
  ShortWatch(const ShortWatch&) = delete;
  ShortWatch& operator=(const ShortWatch&) = delete;
};

}  // namespace mazurka::native
