// Whether code of the tested program or code of the checker is running.
//
// Both run in one process and call the same C library. Functions that the runtime replaces (malloc,
// pthread_create, read, …) look at `running` to tell which of the two has called them.
#pragma once

namespace mazurka::native {

struct Task;

// The task whose code is running; null if it is the checker or a static constructor.
extern constinit Task* running;

// True once static constructors have run. From then on, memory that is allocated outside of tasks
// belongs to the checker.
extern constinit bool the_checker_has_started;

// True if the program was started directly, so that it runs once and unchecked (plain_run.h), and
// main has begun.
extern constinit bool runs_plainly;
// True if the program was started directly and calls the C library itself (direct_calls.h): its
// threads are real ones, and nothing is controlled.
extern constinit bool runs_with_threads;
// Returns whether the program runs unchecked, also while its static constructors run.
[[nodiscard]] bool will_run_plainly();

// Marks the code on this fiber as the checker's for the lifetime of this object. The code may then
// allocate and call the C library without being mistaken for the program.
class OutsideProgram {
 public:
  OutsideProgram() : task_(running) { running = nullptr; }
  ~OutsideProgram() { running = task_; }
  OutsideProgram(const OutsideProgram&) = delete;
  OutsideProgram& operator=(const OutsideProgram&) = delete;

 private:
  Task* task_;
};

}  // namespace mazurka::native
