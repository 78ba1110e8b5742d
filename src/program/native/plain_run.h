// Runs a program that was built for checking and uses functions of mazurka.h, but was started
// directly, without `mazurka`: it runs once, with one thread schedule. (Other programs run without
// the runtime: platform/direct_calls.h.)
//
// So build steps that execute freshly built tools keep working, and so do try_run checks of CMake.
#pragma once

namespace mazurka::native {

// Runs the program and returns its exit status, unless it calls exit(). Its output is shown, and it
// ends when main returns.
[[nodiscard]] int run_plainly(int (*main)(int, char**, char**), int count, char** arguments);

}  // namespace mazurka::native
