// Condition variables. All functions are called in fibers.
#pragma once

#include <cstdint>
#include <ctime>

#include "program/native/schedule/pending_operation.h"

namespace mazurka::native {

// Block until the running task is woken, and return 0 or an error number as in pthreads.
[[nodiscard]] int wait_on(Address condition, Mutex* mutex, Address place);
[[nodiscard]] int timed_wait_on(Address condition, Mutex* mutex, const timespec* deadline,
                                Address place);

// Return how many tasks they woke. If several tasks sleep, wake_one() explores every choice.
std::uint32_t wake_one(Address condition, Address place);
std::uint32_t wake_all(Address condition, Address place);

// Destroys the condition variable, in an event that conflicts with all of its uses.
void destroy_condition(Address condition, Address place);

}  // namespace mazurka::native
