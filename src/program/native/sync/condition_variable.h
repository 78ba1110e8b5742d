// Condition variables. Called in fibers.
#pragma once

#include <cstdint>
#include <ctime>

#include "program/native/schedule/pending_operation.h"

namespace mazurka::native {

// These return 0 or an error number, as in pthreads.
[[nodiscard]] int wait_on(Address condition, Mutex* mutex, Address place);
[[nodiscard]] int timed_wait_on(Address condition, Mutex* mutex, const timespec* deadline,
                                Address place);

// Both return how many tasks they woke. If more than one task sleeps, all choices are explored.
std::uint32_t wake_one(Address condition, Address place);
std::uint32_t wake_all(Address condition, Address place);

// An event that conflicts with all uses of the condition variable.
void destroy_condition(Address condition, Address place);

}  // namespace mazurka::native
