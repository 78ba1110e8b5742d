// An order of traces of the same length, to choose which of them shows an error.
//
// It must be the same for each number of processes, so it depends on the trace only. It should also
// be the same for each build of a program, so it looks at tasks, their operations and what happens
// before what, but not at objects and functions, whose names contain addresses. Apart from that, it
// is arbitrary: a hash. Only if two traces agree in all of it do their keys decide.
#pragma once

#include "core/execution.h"
#include "core/trace_key.h"

namespace mazurka {

// Returns the number by which the trace of the execution is compared.
[[nodiscard]] TraceKey order_of_trace(const Execution& execution);

}  // namespace mazurka
