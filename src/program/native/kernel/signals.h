// Which functions the tested program wants to have called for signals, in this execution. The
// kernel never hears of them: they run only if a task raises the signal for itself.
#pragma once

#include <csignal>

namespace mazurka::native {

inline constexpr int most_signals = 65;

// By the number of the signal; SIG_DFL is the default.
extern constinit sighandler_t handlers_of_signals[most_signals];

// Sets all of them to the default, for the next execution.
void forget_signals();

}  // namespace mazurka::native
