// The exit status of the command, as in `mazurka check --help`.
#pragma once

namespace mazurka::cli {

enum ExitStatus : int { safe = 0, error_found = 1, wrong_input = 2, incomplete = 3 };

}  // namespace mazurka::cli
