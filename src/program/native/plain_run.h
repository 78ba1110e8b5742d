// A program that was built for checking, started by itself: it runs once, as it would without us.
//
// So tools that a project builds and runs on its way work, and so do try_run checks of CMake.
#pragma once

#include "program/native/schedule/runtime.h"

namespace mazurka::native {

// Nothing is checked in this process; main has begun.
extern constinit bool runs_plainly;
// The same, also while static constructors run.
[[nodiscard]] bool will_run_plainly();

// Its exit status, if it comes back. Its output is shown, and it ends when main returns.
[[nodiscard]] int run_plainly(int (*main)(int, char**, char**), int count, char** arguments);

}  // namespace mazurka::native
