// The start of a tested program's process.
#pragma once

#include "program/native/native_program.h"

namespace mazurka::native {

// The function that runs instead of main. The code that links the checker sets it (src/native/).
using Command = int (*)(ProgramToRun program, const char* command);
void set_command(Command command);

}  // namespace mazurka::native
