// Code that the program registers to run at its end: handlers of atexit, destructors of statics.
//
// exit() runs this code as part of the task that calls it, as in C; other tasks continue meanwhile.
// When main returns, Mazurka lets the other tasks run to their end first. Then the handlers run,
// after everything else and thus without events. A program whose tasks end only because a
// destructor tells them to, such as a global thread pool, would wait for ever. Once this is
// observed, handlers run as soon as main returns, from the next exploration on.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "program/native/platform/layout.h"

namespace mazurka::native {

struct Task;

struct ExitHandler {
  void (*code)(void*) = nullptr;
  void* argument = nullptr;
  Address library = 0;  // an address in the executable or library that it belongs to
};

struct Exits {
  // State of this execution. The handler that was registered last runs first.
  std::vector<ExitHandler> handlers;
  std::vector<ExitHandler> quick;   // handlers of quick_exit
  const Task* begun_by = nullptr;   // the task that runs them; other tasks that call exit just end
  bool has_run_last = false;        // functions with the attribute `destructor` have run
  bool process_has_ended = false;   // exit was called: waiting tasks are not a deadlock
  bool wait_for_all_tasks = false;  // main has ended, and handlers remain to be run
  bool is_after_all_tasks = false;  // handlers are running after all tasks
  // State of the whole exploration:
  bool at_once = false;          // handlers run as soon as main returns
  bool at_once_is_news = false;  // `at_once` will be set in the next exploration

  [[nodiscard]] bool is_empty() const { return handlers.empty() && has_run_last; }
  void begin_execution();
};

// Return what static constructors registered, except those of system libraries and of the checker.
[[nodiscard]] const Exits& exits_at_start();
[[nodiscard]] std::span<const ExitHandler> thread_exits_at_start();  // of main's thread-locals

enum class ExitKind : std::uint8_t { normal, quick, thread_local_data };
// Registers a handler for a static constructor. REQUIRES: the checker has not started.
void add_exit_at_start(ExitKind kind, const ExitHandler& handler);

// --- Called in fibers ----------------------------------------------------------------------------

// Calls the handlers, the last one first, and removes them; they may register more.
void run_handlers(std::vector<ExitHandler>& handlers);

// Registers a handler. This is an event if several tasks register handlers, because the order of
// registration decides the order in which handlers run.
void register_exit(const ExitHandler& handler, bool is_quick, Address place);
enum class HowToExit : std::uint8_t { with_handlers, quickly, immediately };
[[noreturn]] void exit_process(HowToExit how, int status, Address place);

// Handles the return of the program's main function. REQUIRES: the running task is main.
void main_returns(int status);
// Runs all registered handlers in the running task.
void run_exit_handlers();
// Reports a failure of the running task if handlers run after all tasks, because no task can be
// created then.
void need_tasks(const char* what, Address place);

// Called at a deadlock. If handlers remain to be run, the blocked tasks may wait for a destructor,
// so handlers run as soon as main returns from the next exploration on.
void learn_from_deadlock(Exits& exits);

}  // namespace mazurka::native
