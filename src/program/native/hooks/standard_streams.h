// stdin, stdout and stderr of the tested program.
//
// Nothing that it does may depend on what they are connected to: in a check that is nothing, in a
// replay it may be a terminal. So their buffers are ours (the C library would allocate them in the
// program's heap, with a size that fits the device, and so change the addresses of all that comes
// later), and none of them says that it is a terminal.
#pragma once

namespace mazurka::native {

// Before anything is printed or read. `shows_output`: at once, so that a crash loses nothing; else
// output goes nowhere.
void begin_standard_streams(bool shows_output);

}  // namespace mazurka::native
