// Signals that the tested program causes: its task stops, the exploration goes on.
#pragma once

namespace mazurka::native {

void catch_faults();

}  // namespace mazurka::native
