// What still leads to heap blocks at the end of an execution: the data of the program and of its
// libraries, thread-local data of main, everything of tasks that exit() has cut off, and what the
// runtime keeps for somebody to take. Pages that were never written cannot hold such pointers.
#pragma once

#include <vector>

#include "program/native/process/leaks.h"

namespace mazurka::native {

class Runtime;

// REQUIRES: the execution has come to a regular end.
[[nodiscard]] std::vector<Leak> find_leaks(const Runtime& of);

}  // namespace mazurka::native
