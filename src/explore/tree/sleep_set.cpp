#include "explore/tree/sleep_set.h"

#include <algorithm>

#include "core/barrier_room.h"
#include "core/conflict.h"

namespace mazurka {

void SleepSet::become_rest_of(const SleepSet& before, const Step& executed,
                              const Registry& registry, const ConflictTable& table) {
  steps_.clear();
  for (const Step& step : before.steps_) {
    if (depends(registry, table, executed, step)) continue;
    const bool share_round = arrive_in_same_round(executed, step, registry);
    if (share_round && room_of(step) <= 1) continue;  // it would belong to the next round
    steps_.push_back(step);
    if (share_round) set_room(steps_.back(), room_of(step) - 1);
  }
}

bool SleepSet::contains(Choice choice) const {
  return std::any_of(steps_.begin(), steps_.end(),
                     [&](const Step& step) { return step.as_choice() == choice; });
}

}  // namespace mazurka
