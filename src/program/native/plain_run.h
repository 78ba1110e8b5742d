// A program that was built for checking, started by itself: it runs once, as it would without us.
//
// So tools that a project builds and runs on its way work, and so do try_run checks of CMake.
#pragma once

namespace mazurka::native {

// Its exit status, if it comes back. Its output is shown, and it ends when main returns.
[[nodiscard]] int run_plainly(int (*main)(int, char**, char**), int count, char** arguments);

}  // namespace mazurka::native
