// Calls that end the program, and calls that register code to run at its end: exit, atexit,
// destructors of statics.
#include <cstdlib>
#include <sys/syscall.h>
#include <unistd.h>

#include "program/native/debug_info/stack_walk.h"
#include "program/native/platform/export.h"
#include "program/native/platform/real_call.h"
#include "program/native/process/running.h"
#include "program/native/schedule/exits.h"
#include "program/native/schedule/task.h"

using namespace mazurka::native;

#define PLACE MAZURKA_PLACE

using Destructor = void(void*);

MAZURKA_EXPORT int __cxa_atexit(void (*code)(void*), void* argument, void* library) {
  if (will_run_plainly())
    return real<int(Destructor*, void*, void*)>("__cxa_atexit")(code, argument, library);
  const ExitHandler handler{code, argument, reinterpret_cast<Address>(library)};
  if (running != nullptr)
    register_exit(handler, false, PLACE);
  else if (!the_checker_has_started)
    add_exit_at_start(ExitKind::normal,
                      handler);  // handlers of the checker itself never run
  return 0;
}
MAZURKA_EXPORT int __cxa_at_quick_exit(void (*code)(void*), void* library) {
  if (will_run_plainly())
    return real<int(Destructor*, void*)>("__cxa_at_quick_exit")(code, library);
  const ExitHandler handler{code, nullptr, reinterpret_cast<Address>(library)};
  if (running != nullptr)
    register_exit(handler, true, PLACE);
  else if (!the_checker_has_started)
    add_exit_at_start(ExitKind::quick, handler);
  return 0;
}
MAZURKA_EXPORT int __cxa_thread_atexit_impl(void (*destroy)(void*), void* object, void* library) {
  if (running == nullptr && will_run_plainly())
    return real<int(Destructor*, void*, void*)>("__cxa_thread_atexit_impl")(destroy, object,
                                                                            library);
  const ExitHandler handler{destroy, object, reinterpret_cast<Address>(library)};
  if (running == nullptr) {
    if (!the_checker_has_started) add_exit_at_start(ExitKind::thread_local_data, handler);
    return 0;
  }
  Task& task = *running;
  const OutsideProgram outside;
  task.data.destructors.push_back(handler);
  return 0;
}
MAZURKA_EXPORT int __cxa_thread_atexit(void (*destroy)(void*), void* object, void* library) {
  return __cxa_thread_atexit_impl(destroy, object, library);
}

MAZURKA_EXPORT void _exit(int status) {
  if (running != nullptr && !runs_plainly) exit_process(HowToExit::immediately, status, PLACE);
  while (true) syscall(SYS_exit_group, status);
}
MAZURKA_EXPORT void _Exit(int status) {
  if (running != nullptr && !runs_plainly) exit_process(HowToExit::immediately, status, PLACE);
  _exit(status);
}
MAZURKA_EXPORT void exit(int status) {
  if (will_run_plainly()) {
    running = nullptr;
    real<void(int)>("exit")(status);
  }
  if (running != nullptr) exit_process(HowToExit::with_handlers, status, PLACE);
  _exit(status);
}
MAZURKA_EXPORT void quick_exit(int status) noexcept {
  if (will_run_plainly()) {
    running = nullptr;
    real<void(int)>("quick_exit")(status);
  }
  if (running != nullptr) exit_process(HowToExit::quickly, status, PLACE);
  _exit(status);
}
