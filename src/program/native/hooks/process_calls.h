// What calls of the program have changed outside of its memory; a restart takes back what it can.
#pragma once

#include "program/native/platform/layout.h"

namespace mazurka::native {

void forget_signals();
// Which descriptors are open before main; those that come later are closed by close_descriptors().
void remember_descriptors();
void close_descriptors();

// Before something is read from (POLLIN) or written to (POLLOUT) a descriptor.
void look_at_descriptor(const char* name, int descriptor, short what, Address place);

}  // namespace mazurka::native
