// Ctrl-C and SIGTERM: the first asks for the results so far, the second ends the program at once.
#pragma once

#include <atomic>

namespace mazurka::cli {

// Installs the handlers. The result is set by the first signal and lives as long as the program.
[[nodiscard]] const std::atomic<bool>& watch_for_interrupts();

}  // namespace mazurka::cli
