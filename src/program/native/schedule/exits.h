// What the program wants to have run at its end: handlers of atexit, destructors of statics.
//
// exit() runs them as part of the task that calls it, as in C: other tasks go on meanwhile. When
// main returns, the other tasks go on to their end first (that is the meaning of main's return
// here), and then they run, after everything else and so without events. A program whose tasks end
// only because a destructor tells them to (a global pool of threads) would wait for ever; once that
// is seen, they run as soon as main returns, in this exploration and all later ones.
#pragma once

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
  bool process_has_ended = false;   // exit was called: who still waits does not matter
  bool wait_for_all_tasks = false;  // main has ended, and handlers are left
  bool is_after_all_tasks = false;  // they run now
  // For the whole exploration:
  bool at_once = false;  // main's return runs them
  bool at_once_is_news = false;

  [[nodiscard]] bool is_empty() const { return handlers.empty() && has_run_last; }
  void begin_execution();
};

// What static constructors registered, without that of system libraries and of the checker.
[[nodiscard]] const Exits& exits_at_start();
[[nodiscard]] std::span<const ExitHandler> thread_exits_at_start();  // of main's thread-locals

}  // namespace mazurka::native
