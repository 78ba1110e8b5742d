// Functions of libraries that share a lock word with code of the program. Headers of the library
// lock and unlock with atomic instructions, which are compiled into the program, and call the
// library only if others wait.
#pragma once

#include "program/native/platform/layout.h"

namespace mazurka::native {

// Returns whether the function that begins at this address accesses the lock word that its first
// argument points to. REQUIRES: an OutsideProgram is in scope.
[[nodiscard]] bool uses_lock_word(Address function);

}  // namespace mazurka::native
