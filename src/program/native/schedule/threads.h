// Threads of the tested program, and choices of values. All functions are called in fibers.
#pragma once

#include <cstdint>

#include "program/native/schedule/task.h"

namespace mazurka::native {

[[nodiscard]] Task* spawn_thread(void* (*code)(void*), void* argument, Address place);
// Blocks until the other task has ended.
void join_task(Task& other, Address place);
// Returns a number below `count`. All values are explored.
[[nodiscard]] std::uint32_t choose_value(std::uint32_t count, Address place);

}  // namespace mazurka::native
