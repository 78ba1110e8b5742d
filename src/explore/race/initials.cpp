#include "explore/race/initials.h"

#include "core/conflict.h"

namespace mazurka {

WeakInitial weak_initial(const Step& step, std::span<const Step> sequence, const Registry& registry,
                         const ConflictTable& table) {
  for (std::size_t i = 0; i < sequence.size(); ++i) {
    if (sequence[i].task == step.task) return {sequence[i].choice == step.choice, i, i + 1};
    if (depends(registry, table, sequence[i], step))
      return {false, WeakInitial::not_contained, i + 1};
  }
  return {true, WeakInitial::not_contained, sequence.size()};
}

}  // namespace mazurka
