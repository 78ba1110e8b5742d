// The front end for recorded Android traces (docs/recorded-traces.md).
#pragma once

#include <memory>

#include "program/program.h"
#include "program/recorded/operations.h"

namespace mazurka::recorded {

// Loads a recorded trace and replays the recorded order once. If `dependences` has no name, there
// is no such file. Throws UserError at the first error, with file and line. `every_operation` is
// for measuring EM-DPOR as published: operations that no other task can observe are events, too,
// and one that waits for several others begins only when all of them have been executed, which the
// other algorithms do not support.
[[nodiscard]] std::unique_ptr<Program> load(const File& trace, const File& dependences,
                                            bool every_operation = false);

}  // namespace mazurka::recorded
