// Tasks of the tested program as fibers: a stack, thread-local data, and where they stopped.
//
// A fiber has its own thread control block, and the fs register points to it while the fiber runs:
// thread-local variables of all loaded objects have an address of their own in each task, as in
// real threads, at no cost when tasks change.
#pragma once

#include <cstdint>

#include "program/native/platform/layout.h"

extern "C" void mazurka_switch_stack(void** save, void* load);

namespace mazurka::native {

struct Fiber {
  void* stack_pointer = nullptr;
  Address thread_pointer = 0;
  Address stack_top = 0;
};

// Learns where thread-local data lie, from those of the thread that calls; once, before main.
void prepare_fibers();

// A fiber of the task that will call entry(); `as_main`: its thread-local data are those that
// static constructors left, else fresh ones. REQUIRES: task < most_tasks.
void make_fiber(Fiber& fiber, std::uint32_t task, void (*entry)(), bool as_main);

// The thread that runs the fibers: where it stands while one runs, and its own thread pointer.
struct Scheduler {
  void* stack_pointer = nullptr;
  Address thread_pointer = 0;
  bool has_wrfsbase = false;
};
extern constinit Scheduler scheduler;

void set_thread_pointer_slowly(Address address);
inline void set_thread_pointer(Address address) {
  if (scheduler.has_wrfsbase) [[likely]] {
    asm volatile("wrfsbase %0" : : "r"(address) : "memory");
  } else {
    set_thread_pointer_slowly(address);
  }
}

// Both are inline because every return after a change of stacks is predicted wrongly.
// Runs the fiber until it calls leave_fiber().
inline void enter_fiber(Fiber& fiber) {
  set_thread_pointer(fiber.thread_pointer);
  mazurka_switch_stack(&scheduler.stack_pointer, fiber.stack_pointer);
  set_thread_pointer(scheduler.thread_pointer);
}
// Goes back to whoever called enter_fiber().
inline void leave_fiber(Fiber& fiber) {
  mazurka_switch_stack(&fiber.stack_pointer, scheduler.stack_pointer);
}

// Does this address lie in the guard of the task's stack?
[[nodiscard]] bool is_stack_guard(std::uint32_t task, Address address);
// Where its thread-local data begin; they end at the thread pointer.
[[nodiscard]] Address thread_data_begin(std::uint32_t task);
// Where a handler of signals can let an abandoned fiber go on.
[[nodiscard]] Address top_of_stack(std::uint32_t task);

}  // namespace mazurka::native
