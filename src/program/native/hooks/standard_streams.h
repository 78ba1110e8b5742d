// stdin, stdout and stderr of the tested program.
//
// The behaviour of the program must not depend on what they are connected to: in a check that is
// /dev/null, in a replay it may be a terminal. So the runtime provides their buffers. The C library
// would allocate buffers in the program's heap, with a size that depends on the device, and so
// change the addresses of later blocks. For the same reason, isatty() returns 0 for all of them.
#pragma once

namespace mazurka::native {

// Sets up the streams. With `shows_output`, output is unbuffered, so that a crash loses nothing;
// otherwise output is discarded. REQUIRES: nothing has been printed or read.
void begin_standard_streams(bool shows_output);

}  // namespace mazurka::native
