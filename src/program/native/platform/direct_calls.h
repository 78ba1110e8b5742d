// Removes the runtime from a program that was built for checking but started directly, as far as
// possible: afterwards the program and its libraries call the C library and its threads themselves.
//
// The executable is linked with the runtime, which replaces functions of the C library: calls are
// bound to the runtime's versions when the process starts. These bindings, in the tables through
// which the executable and each library make their calls, are replaced by what they would be
// without the runtime. Functions that instrumented code calls stay, and so does malloc: blocks that
// were allocated before must still be freed.
#pragma once

namespace mazurka::native {

// Returns whether the executable or a library calls a function that only the runtime has: one of
// mazurka.h, or of SV-COMP's programs.
[[nodiscard]] bool needs_runtime();

// Replaces the bindings of everything that is loaded. Must be called again when a library was
// loaded.
void call_directly();

}  // namespace mazurka::native
