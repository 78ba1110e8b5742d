// Fibers, which run the tasks of the tested program: a stack, thread-local data, and the stack
// pointer at which the task stopped.
//
// A fiber has its own thread control block, and the fs register points to it while the fiber runs.
// So each task has its own instances of all thread-local variables, as in real threads, and a
// switch between tasks copies nothing.
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

// Determines the layout of thread-local data from the calling thread, and reserves address space
// for slots. REQUIRES: called once, before main.
void prepare_fibers();

// Resets `fiber` so that it will call entry() on the stack of this area. With `as_main`, its
// thread-local data are those that static constructors left; otherwise they are in their initial
// state. REQUIRES: no other fiber of this execution has this area; entry() does not return.
void make_fiber(Fiber& fiber, AreaId area, void (*entry)(), bool as_main);

// The thread that runs the fibers. `stack_pointer` is where it resumes when a fiber leaves.
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

// enter_fiber() and leave_fiber() are inline because the processor mispredicts every return after a
// change of stacks.

// Runs the fiber until it calls leave_fiber().
inline void enter_fiber(Fiber& fiber) {
  set_thread_pointer(fiber.thread_pointer);
  mazurka_switch_stack(&scheduler.stack_pointer, fiber.stack_pointer);
  set_thread_pointer(scheduler.thread_pointer);
}
// Suspends the running fiber, and returns from enter_fiber() on the scheduler's stack.
inline void leave_fiber(Fiber& fiber) {
  mazurka_switch_stack(&fiber.stack_pointer, scheduler.stack_pointer);
}

// Returns whether the address lies in the guard of the area's stack.
[[nodiscard]] bool is_stack_guard(AreaId area, Address address);
// Returns where thread-local data of the area begin. They end at the thread pointer.
[[nodiscard]] Address thread_data_begin(AreaId area);
// Returns the top of the area's stack.
[[nodiscard]] Address top_of_stack(AreaId area);
// Empties the stack on which a signal handler continues when it abandons the running fiber, and
// returns its top. The stack of the task itself must stay as it is: other tasks may use variables
// on it.
[[nodiscard]] Address empty_report_stack();

}  // namespace mazurka::native
