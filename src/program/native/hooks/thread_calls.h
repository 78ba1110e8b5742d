// What the calls of pthreads and C11 threads have in common.
#pragma once

#include <pthread.h>

#include "program/native/schedule/runtime.h"

namespace mazurka::native {

// A pthread_t is not a pointer here: task id + 2 (1 is the process before main).
[[nodiscard]] inline pthread_t handle_of(const Task& task) { return task.id.value + 2; }
[[nodiscard]] inline Task* task_of(pthread_t handle) {
  return handle < 2 || runtime == nullptr
             ? nullptr
             : runtime->task_of(static_cast<std::uint32_t>(handle - 2));
}

// `flag` is an int that is 0 at first.
void run_once(void* flag, void (*code)(), Address place);

}  // namespace mazurka::native
