// What all calls do that read from descriptors or write to them.
#pragma once

#include "program/native/platform/layout.h"

namespace mazurka::native {

// Called before something is read from (POLLIN) or written to (POLLOUT) a descriptor. The running
// task fails if it would have to wait for that: only the checker knows who is next.
void look_at_descriptor(const char* name, int descriptor, short what, Address place);

}  // namespace mazurka::native
