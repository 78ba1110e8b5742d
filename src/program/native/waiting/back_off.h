// std::lock and std::scoped_lock of several mutexes take one, try the others, and if that fails
// give all back and begin again with the one that they did not get. Two tasks can do so for ever.
// What they do once they have all mutexes does not depend on how often they began again, so
// an execution in which one call of std::lock fails for a second time is given up
// (docs/decisions/0004-std-lock.md). The first time counts, because the task then waits for the
// mutex that it missed, and may wait for ever.
#pragma once

#include "program/native/waiting/waiting_state.h"

namespace mazurka::native {

void forget_other_back_off(WaitingState& state);

// The running task uses a mutex. If that is not part of the call of std::lock that has failed
// before, this call has returned.
inline void uses_mutex(WaitingState& state) {
  if (state.backed_off_in != 0) [[unlikely]]
    forget_other_back_off(state);
}

// A trylock of the running task has failed. Returns true if it was part of a call of std::lock that
// fails for the second time.
[[nodiscard]] bool backs_off_again(WaitingState& state);

}  // namespace mazurka::native
