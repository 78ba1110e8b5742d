// What a reversal comes to: events of the present execution in an order that can be run, and one
// more step.
#pragma once

#include <optional>
#include <vector>

#include "core/ids.h"
#include "core/step.h"
#include "core/trace_key.h"
#include "explore/messages/position_set.h"

namespace mazurka {

struct Candidate {
  Position prefix = 0;           // so much of the execution stays as it is
  std::vector<Position> order;   // events of the execution that follow
  std::optional<Step> last;      // and this step; none: the execution ends there
  bool keeps_old_order = false;  // instead of `order`: what follows is the rest of
  PositionSet kept;              //   these, in their old order
  TraceKey change;               // see event_dpor.cpp

  template <class Visit>
  void for_each_that_follows(Visit visit) const {
    if (keeps_old_order) {
      kept.for_each([&](Position position) {
        if (position >= prefix) visit(position);
      });
    } else {
      for (const Position position : order) visit(position);
    }
  }
};

}  // namespace mazurka
