#include "explore/tree/sleep_set.h"

#include <algorithm>

#include "core/conflict.h"

namespace mazurka {

void SleepSet::become_rest_of(const SleepSet& before, const Step& executed,
                              const Registry& registry, const ConflictTable& table) {
  steps_.clear();
  for (const Step& step : before.steps_)
    if (!depends(registry, table, executed, step)) steps_.push_back(step);
}

bool SleepSet::contains(Choice choice) const {
  return std::any_of(steps_.begin(), steps_.end(),
                     [&](const Step& step) { return step.as_choice() == choice; });
}

}  // namespace mazurka
