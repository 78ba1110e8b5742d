// Handles signals that errors of the tested program raise, such as SIGSEGV. The failing task stops
// and the failure is reported; the exploration continues.
#pragma once

namespace mazurka::native {

void catch_faults();

}  // namespace mazurka::native
