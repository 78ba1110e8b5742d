// What checks look at.
#pragma once

#include <vector>

#include "core/describer.h"
#include "core/ending.h"
#include "core/execution.h"
#include "core/pending.h"

namespace mazurka {

// A maximal execution, with what the program says about its end.
struct FinishedExecution {
  const Execution& execution;
  const Describer& describer;
  const Ending& ending;
  const std::vector<Pending>& pending;  // what is left
};

}  // namespace mazurka
