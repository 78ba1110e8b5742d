// Time that passes for a task while it does nothing.
#pragma once

#include <cstdint>

#include "program/native/platform/layout.h"

namespace mazurka::native {

// Lets so much time pass for the running task, as a sleep does. Outside of tasks, does nothing.
void pass_time(std::uint64_t nanoseconds, Address place);

}  // namespace mazurka::native
