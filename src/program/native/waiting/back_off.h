// Detects calls of std::lock that back off repeatedly.
//
// std::lock and std::scoped_lock of several mutexes lock one mutex and try the others. If that
// fails, they unlock all and start again with the mutex that they did not get. Two tasks can do so
// for ever. What they do once they have all mutexes does not depend on how often they started
// again, so Mazurka gives up an execution in which one call of std::lock fails for the second time
// (docs/decisions/0004-std-lock.md). The first failure must be explored, because the task then
// waits for the mutex that it missed, and may wait for ever.
#pragma once

#include "program/native/waiting/waiting_state.h"

namespace mazurka::native {

void forget_other_back_off(WaitingState& state);

// Must be called when the running task uses a mutex. If the use is not part of the call of
// std::lock that has failed before, that call has returned, and its failure is forgotten.
inline void uses_mutex(WaitingState& state) {
  if (state.backed_off_in != 0) [[unlikely]]
    forget_other_back_off(state);
}

// Must be called when a trylock of the running task has failed. Returns true if the trylock was
// part of a call of std::lock that fails for the second time.
[[nodiscard]] bool backs_off_again(WaitingState& state);

}  // namespace mazurka::native
