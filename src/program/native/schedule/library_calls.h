// Code of libraries that `mazurka cc` did not compile, as events of the tasks that run it.
//
// A call of such a library is one event, which updates one object, "state of libX". So the orders
// in which tasks call one library are explored. The event comes before the code; what the code does
// is part of the step of this event. If the library makes a visible operation, for instance locks a
// mutex, what it runs afterwards is another event. So is what it runs after it has called a
// function of the program, unless that function does nothing that another task could notice: no
// visible operation, and no call of a library.
//
// The event acquires and releases, unless the library has nothing to synchronise with: then it is
// relaxed. If the library is not known to synchronise (process/known_libraries.h), this is only
// presumed (MemoryOrder::presumed). A library that synchronises tasks with its own locks, atomic
// variables and futexes does so inside of its code; hence what it orders is ordered. If it does not
// synchronise, no race is lost as long as the orders of the calls are explored: if accesses a and b
// race, and calls separate them in one order, then in another order both calls come before a and b.
// (A race is lost if a call blocks or decides, without synchronising, so that no other order is
// possible. So what only presumed events order is listed as a possible data race:
// check/possible_data_race.h.)
#pragma once

#include <cstdint>
#include <ucontext.h>

#include "program/native/platform/layout.h"
#include "program/native/sharing/synchronisers.h"

namespace mazurka::native {

// Called in the handler of SIGSEGV. Returns true if the fault came from a task that gets from the
// program to a closed library or back. A library that it gets to is then open, or it will be after
// the event of the task. If it gets to the program, all libraries are closed.
[[nodiscard]] bool crosses_boundary_of_library(ucontext_t& context);

// Returns whether this is code of a library whose events come before it, as described above. What
// it does to memory by calling memcpy and related functions is part of these events.
[[nodiscard]] bool is_event_of_library(Address code);
// Returns the state of the library that contains this code; null if there is none. An operation of
// the library that depends on its memory, as a wait on a futex does, reads its state.
[[nodiscard]] Synchroniser* state_of_library_at(Address code);

// Returns the place of a wait of the running task, which a guess has found to be `place`. If a
// library has created the task, the stack is walked: 0 means that no function of the program is
// waiting, but the library, for more work.
[[nodiscard]] Address place_of_wait(Address place);

// Called when code at `caller` yields the processor. If it is code of a library that does so again
// and again, blocks until another task has run code of the library.
void library_yields(Address caller, Address place);

}  // namespace mazurka::native
