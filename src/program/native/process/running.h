// Whose code runs: that of a task of the tested program, or the checker's own.
//
// Both live in one process and call the same C library. Calls that the runtime takes over (malloc,
// pthread_create, read, …) ask `running` on whose behalf they are made.
#pragma once

namespace mazurka::native {

struct Task;

// The task whose code runs; null: the checker, or a static constructor.
extern constinit Task* running;

// Static constructors have run: what is allocated outside of tasks from now on is the checker's.
extern constinit bool the_checker_has_started;

// The program was started directly and runs once, unchecked (plain_run.h); main has begun.
extern constinit bool runs_plainly;
// True if the program runs unchecked, also while its static constructors run.
[[nodiscard]] bool will_run_plainly();

// While it lives, the code on this fiber is the checker's: it may allocate and call the C library
// without being mistaken for the program.
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
