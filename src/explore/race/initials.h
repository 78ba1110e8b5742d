// Weak initials of a sequence of steps that stands in no execution yet.
#pragma once

#include <cstddef>
#include <span>

#include "core/conflict.h"
#include "core/registry.h"
#include "core/step.h"

namespace mazurka {

struct WeakInitial {
  static constexpr std::size_t not_contained = static_cast<std::size_t>(-1);
  bool holds = false;
  std::size_t index = not_contained;  // where the step stands in the sequence, if it is in it
};

// [SourceSets17] Lemma 4.2: `step` has no predecessor in the sequence, or does not occur in it and
// is independent of all of it. REQUIRES: step can run where the sequence starts.
[[nodiscard]] WeakInitial weak_initial(const Step& step, std::span<const Step> sequence,
                                       const Registry& registry, const ConflictTable& table);

}  // namespace mazurka
