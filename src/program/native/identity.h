// What makes two native programs the same one for an exploration (core/program_identity.h): what is
// loaded, arguments, standard input, and the options that change events.
#pragma once

#include "core/program_identity.h"
#include "program/native/schedule/runtime.h"

namespace mazurka::native {

// `is_fresh`: the executable was built from its sources for this run. It is then identified by its
// code and data, because each build gives it another build id. `with_input`: standard input, which
// programs mostly do not read, is part of the identity. It may be a pipe that is never closed.
// REQUIRES: `running` is null.
[[nodiscard]] ProgramIdentity identity_of(const ProgramToRun& program, bool is_fresh,
                                          bool with_input);

}  // namespace mazurka::native
