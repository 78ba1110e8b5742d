// Functions that the hooks of pthreads and of C11 threads share.
#pragma once

#include <pthread.h>

#include "program/native/schedule/runtime.h"

namespace mazurka::native {

// Returns the task's pthread_t, which is not a pointer here but the number of its area + 2. Before
// main, pthread_self() returns 1.
[[nodiscard]] inline pthread_t handle_of(const Task& task) { return task.area.value + 2; }
[[nodiscard]] inline Task* task_of(pthread_t handle) {
  return handle < 2 || runtime == nullptr
             ? nullptr
             : runtime->tasks.in(AreaId{static_cast<std::uint32_t>(handle - 2)});
}

// Calls code() unless it has been called for this flag. REQUIRES: `flag` points to an int whose
// initial value is 0.
void run_once(void* flag, void (*code)(), Address place);

}  // namespace mazurka::native
