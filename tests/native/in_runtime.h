// Runs GoogleTest instead of the command line, in the runtime of a tested program.
#pragma once

namespace mazurka::native {

// Runs all tests and ends the process. The last line of the output is "N tests passed".
[[noreturn]] void run_tests_and_exit();

}  // namespace mazurka::native
