// Threads of the tested program, and choices among values. Called in fibers.
#pragma once

#include <cstdint>

#include "program/native/schedule/task.h"

namespace mazurka::native {

[[nodiscard]] Task* spawn_thread(void* (*code)(void*), void* argument, Address place);
// Waits until the other task has ended.
void join_task(Task& other, Address place);
// Returns a number below `count`: all are explored.
[[nodiscard]] std::uint32_t choose_value(std::uint32_t count, Address place);

}  // namespace mazurka::native
