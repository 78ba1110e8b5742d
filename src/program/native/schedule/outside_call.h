// The last call whose result came from outside of the program: from a file, a descriptor, the
// kernel. Reports of nondeterminism name it.
#pragma once

#include <string>

#include "program/native/platform/layout.h"

namespace mazurka::native {

// Records that the running task has made such a call. A loop that contains the call is not taken
// for one that waits for other tasks. REQUIRES: `name` has static lifetime.
void note_outside_call(const char* name, Address place);
void forget_outside_call();
// Returns the last call as text, "read (a.c:7)"; empty if there was none.
[[nodiscard]] std::string last_outside_call();

}  // namespace mazurka::native
