#include "explore/race/initials.h"

#include "core/barrier_room.h"
#include "core/conflict.h"

namespace mazurka {

WeakInitial weak_initial(const Step& step, std::span<const Step> sequence, const Registry& registry,
                         const ConflictTable& table) {
  std::uint32_t arrivals = 0;  // in the round of `step`
  for (std::size_t i = 0; i < sequence.size(); ++i) {
    if (sequence[i].task == step.task) return {sequence[i].choice == step.choice, i};
    if (depends(registry, table, sequence[i], step)) return {false, WeakInitial::not_contained};
    if (arrive_in_same_round(sequence[i], step, registry) && ++arrivals >= room_of(step))
      return {false, WeakInitial::not_contained};
  }
  return {true, WeakInitial::not_contained};
}

}  // namespace mazurka
