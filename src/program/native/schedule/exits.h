// What the program wants to have run at its end: handlers of atexit, destructors of statics.
//
// exit() runs them as part of the task that calls it, as in C: other tasks continue meanwhile. When
// main returns, the other tasks run to their end first (that is the meaning of main's return here),
// and then the handlers run, after everything else and so without events. A program whose tasks end
// only because a destructor tells them to (a global pool of threads) would wait for ever; once that
// is seen, handlers run as soon as main returns, in this exploration and all later ones.
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
  Address library = 0;  // an address in the object that it belongs to
};

struct Exits {
  // In this execution. The last one runs first.
  std::vector<ExitHandler> handlers;
  std::vector<ExitHandler> quick;   // of quick_exit
  const Task* begun_by = nullptr;   // who runs them; others that call exit just end
  bool has_run_last = false;        // functions with the attribute `destructor`
  bool process_has_ended = false;   // exit was called: tasks that still wait do not matter
  bool wait_for_all_tasks = false;  // main has ended, and handlers are left
  bool is_after_all_tasks = false;  // they run now
  // For the whole exploration:
  bool at_once = false;          // main's return runs them
  bool at_once_is_news = false;  // it will, in the next exploration

  [[nodiscard]] bool is_empty() const { return handlers.empty() && has_run_last; }
  void begin_execution();
};

// What static constructors registered, without that of system libraries and of the checker.
[[nodiscard]] const Exits& exits_at_start();
[[nodiscard]] std::span<const ExitHandler> thread_exits_at_start();  // of main's thread-locals

enum class ExitKind : std::uint8_t { normal, quick, thread_local_data };
// A static constructor registers a handler. REQUIRES: the checker has not started.
void add_exit_at_start(ExitKind kind, const ExitHandler& handler);

// --- Called in fibers ----------------------------------------------------------------------------

// Calls the handlers, the last one first, and removes them; they may register more.
void run_handlers(std::vector<ExitHandler>& handlers);

// Which task registers first decides what runs last: with more than one task, that is an event.
void register_exit(const ExitHandler& handler, bool is_quick, Address place);
enum class HowToExit : std::uint8_t { with_handlers, quickly, immediately };
[[noreturn]] void exit_process(HowToExit how, int status, Address place);

// The running task, which is main, returns from its function.
void main_returns(int status);
// Runs all that is registered, in the running task.
void run_exit_handlers();
// The running task fails if handlers run after all tasks: then no task can be created.
void need_tasks(const char* what, Address place);

// The tasks that are left in a deadlock may wait for what a destructor would do.
void learn_from_deadlock(Exits& exits);

}  // namespace mazurka::native
