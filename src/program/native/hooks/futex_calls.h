// The system call futex() as an operation of the running task.
#pragma once

#include <ctime>

#include "program/native/platform/layout.h"

namespace mazurka::native {

// Waits on the futex, or wakes tasks that wait on it, as the system call does. Returns -1 and sets
// errno if it fails. `caller` is the code that makes the call, of the program or of a library.
// REQUIRES: a task is running.
long futex(int* address, int operation, int value, const timespec* timeout, Address caller,
           Address place);

}  // namespace mazurka::native
