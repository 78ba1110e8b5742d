// What calls of the program have changed outside of its memory; a restart takes back what it can.
#pragma once

namespace mazurka::native {

void forget_signals();
// Which descriptors are open before main; those that come later are closed by close_descriptors().
void remember_descriptors();
void close_descriptors();

}  // namespace mazurka::native
