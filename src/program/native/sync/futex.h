// Futexes: condition variables without a mutex. wake_one() and wake_all() of condition_variable.h
// wake their sleepers.
#pragma once

#include "program/native/platform/layout.h"

namespace mazurka::native {

// One event that looks whether `word` holds `expected`, and if so goes to sleep. Returns false if
// it did not. REQUIRES: a task runs.
[[nodiscard]] bool sleep_on_futex(Address word, int expected, Address place);

}  // namespace mazurka::native
