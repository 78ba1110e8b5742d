// What a reversal comes to: events of the present execution in an order that can be run, and one
// more step.
#pragma once

#include <optional>
#include <vector>

#include "core/ids.h"
#include "core/step.h"

namespace mazurka {

struct PlannedSequence {
  Position prefix = 0;          // so much of the execution stays as it is
  std::vector<Position> order;  // events of the execution that follow
  std::optional<Step> last;     // and this step; none: the execution ends there
};

}  // namespace mazurka
