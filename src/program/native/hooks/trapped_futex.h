// Futexes of libraries that do not call the C library's syscall() but have the instruction in their
// own code, as libgomp does.
#pragma once

namespace mazurka::native {

// Makes the kernel deliver a signal instead of waiting on a futex or waking its waiters, if the
// system call is made by code of a library that is not instrumented. Does nothing if no loaded
// library contains such code. Ends the process with a message if the kernel refuses.
void trap_futexes_of_libraries();

}  // namespace mazurka::native
