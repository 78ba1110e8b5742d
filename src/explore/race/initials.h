// Weak initials of a sequence of steps that has not been executed. (For a sequence that is part of
// an execution, is_weak_initial() in reversal.h reads happens-before instead.)
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
  std::size_t index = not_contained;  // of the step in the sequence
};

// Returns whether `step` is a weak initial of the sequence ([SourceSets17] Lemma 4.2): it occurs in
// the sequence and has no predecessor there, or it does not occur and is independent of all steps
// of the sequence. An arrival at a barrier depends on the arrivals of its round if they leave it no
// room. REQUIRES: `step` is enabled where the sequence starts.
[[nodiscard]] WeakInitial weak_initial(const Step& step, std::span<const Step> sequence,
                                       const Registry& registry, const ConflictTable& table);

}  // namespace mazurka
