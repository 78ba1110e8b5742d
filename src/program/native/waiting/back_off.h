// std::lock and std::scoped_lock of several mutexes take one, try the others, and begin again with
// the one that they did not get. Two of them can go on with that for ever, in step. What they do
// once they have all mutexes does not depend on how often they began again, so an execution in
// which one of them begins a second time in a row is given up. The first time counts, because the
// task then waits for the mutex that it missed, and may wait for ever.
#pragma once

#include <cstdint>

#include "program/native/waiting/waiting_state.h"

namespace mazurka::native {

// A trylock of the running task, which has made `events` events so far, has failed. Returns true if
// it was part of std::lock, which fails for the second time in a row.
[[nodiscard]] bool backs_off_again(WaitingState& state, std::uint32_t events);

}  // namespace mazurka::native
