// GoogleTest in the place of the command line, in the runtime of a tested program.
#pragma once

namespace mazurka::native {

// Ends the process. The last line is "N tests passed".
[[noreturn]] void run_tests_and_exit();

}  // namespace mazurka::native
