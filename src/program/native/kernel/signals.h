// The signal handlers that the tested program has set in this execution. They are not installed in
// the kernel: a handler runs only if a task raises the signal itself.
#pragma once

#include <csignal>

namespace mazurka::native {

inline constexpr int most_signals = 65;

// Indexed by signal number.
extern constinit sighandler_t handlers_of_signals[most_signals];

// Resets all handlers to SIG_DFL for the next execution.
void forget_signals();

}  // namespace mazurka::native
