// Ctrl-C and SIGTERM: the first one asks for the results so far, the second ends the program
// immediately.
#pragma once

#include <atomic>

namespace mazurka::cli {

// Installs the handlers. Returns a flag that the first signal sets; it exists as long as the
// program.
[[nodiscard]] const std::atomic<bool>& watch_for_interrupts();

}  // namespace mazurka::cli
