// The front end for recorded Android traces (docs/recorded-traces.md).
#pragma once

#include <memory>

#include "program/program.h"
#include "program/recorded/operations.h"

namespace mazurka::recorded {

// `dependences` may be empty. Nothing runs before the first restart(). Throws UserError at the
// first mistake, with file and line. `every_operation` is for measuring
// EM-DPOR as published: operations that concern nobody else are events, too, and one that waits for
// several others begins only when all are there. The other algorithms do not expect the latter.
[[nodiscard]] std::unique_ptr<Program> load(const File& trace, const File& dependences,
                                            bool every_operation = false);

}  // namespace mazurka::recorded
