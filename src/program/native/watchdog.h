// Notices code that never comes to a visible operation: an endless loop, or a computation that
// takes too long to tell the difference.
#pragma once

namespace mazurka::native {

// A task that computes for so many seconds (of the processor, so a loaded machine does not matter)
// without a visible operation ends the execution as a livelock. 0: never.
void start_watchdog(double seconds);

}  // namespace mazurka::native
