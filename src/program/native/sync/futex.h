// Futexes: condition variables without a mutex. wake_one() and wake_all() of condition_variable.h
// wake their sleepers.
#pragma once

#include "program/native/platform/layout.h"

namespace mazurka::native {

// Compares `word` with `expected` and, if they are equal, puts the running task to sleep; both in
// one event. Returns whether the task has slept. `caller` is the code that waits, be it of the
// program or of a library. REQUIRES: a task is running.
[[nodiscard]] bool sleep_on_futex(Address word, int expected, Address caller, Address place);

}  // namespace mazurka::native
