// The last call whose result comes from outside of the program: a file, a descriptor, the kernel.
// It is named in reports of nondeterminism.
#pragma once

#include <string>

#include "program/native/platform/layout.h"

namespace mazurka::native {

// The running task has made such a call: a loop with it does not wait for other tasks. REQUIRES:
// `name` lives for ever.
void note_outside_call(const char* name, Address place);
void forget_outside_call();
// Returns "read (a.c:7)"; empty if there was none.
[[nodiscard]] std::string last_outside_call();

}  // namespace mazurka::native
