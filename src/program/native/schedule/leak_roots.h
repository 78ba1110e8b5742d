// The roots of the search for leaks at the end of an execution: the data of the program and of its
// libraries, thread-local data of main, stacks and data of tasks that exit() has cut off, and
// pointers that the runtime keeps for the program, such as results of threads. Pages that were
// never written cannot hold pointers to heap blocks and are skipped.
#pragma once

#include <vector>

#include "program/native/process/leaks.h"

namespace mazurka::native {

class Runtime;

// Returns the leaks of the current execution. REQUIRES: the execution has ended without an error.
[[nodiscard]] std::vector<Leak> find_leaks(const Runtime& of);

}  // namespace mazurka::native
