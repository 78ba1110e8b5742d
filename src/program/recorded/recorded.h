// The front end for recorded Android traces (docs/recorded-traces.md).
#pragma once

#include <memory>

#include "program/program.h"
#include "program/recorded/operations.h"

namespace mazurka::recorded {

// `dependences` may be empty. Nothing runs before the first restart(). Throws UserError at the
// first mistake, with file and line.
[[nodiscard]] std::unique_ptr<Program> load(const File& trace, const File& dependences);

}  // namespace mazurka::recorded
