// The common part of all calls that read from descriptors or write to them.
#pragma once

#include "program/native/platform/layout.h"
#include "program/native/schedule/file_uses.h"

namespace mazurka::native {

// Must be called before the running task reads from (POLLIN) or writes to (POLLOUT) a descriptor.
// A call that would block would stop the whole process. So it is a failure of the task if no other
// task is left, and ends the check otherwise.
void look_at_descriptor(const char* name, int descriptor, short what, Address place,
                        FilePosition position = FilePosition::its_own);

// Must be called before the running task writes to a file. Reports a failure of the task if the
// file, which is kept in memory, is too large.
void require_small_file(int descriptor, Address place);

}  // namespace mazurka::native
