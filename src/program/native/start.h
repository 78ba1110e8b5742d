// How the process of a tested program begins.
#pragma once

#include "program/native/native_program.h"

namespace mazurka::native {

// What runs instead of main. Defined by whoever links the checker (src/native/).
using Command = int (*)(ProgramToRun program, const char* command);
void set_command(Command command);

}  // namespace mazurka::native
