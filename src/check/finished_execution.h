// The input of checks.
#pragma once

#include <vector>

#include "core/describer.h"
#include "core/ending.h"
#include "core/execution.h"
#include "core/pending.h"

namespace mazurka {

// A maximal execution, and what the program reports about its end.
struct FinishedExecution {
  const Execution& execution;
  const Describer& describer;
  const Ending& ending;
  const std::vector<Pending>& pending;  // the next operations of tasks that have not ended
};

}  // namespace mazurka
