// How much room the round of a barrier has.
//
// The next arrivals of two tasks commute unless the first of them fills the round: then the other
// one belongs to the next round. So whether steps that have not been executed commute depends on
// the state before them. The part of it that matters is a number, the room: how many arrivals the
// round lacks before the step, its own included. The step carries it (Step::other_index). Unlike
// all else in a step it depends on where the step stands, so whoever moves a step across an arrival
// of the same round must adjust it. It is not part of keys.
#pragma once

#include <cstdint>

#include "core/registry.h"
#include "core/step.h"

namespace mazurka {

// Returns the access of an arrival to its barrier, which two steps have in common if and only if
// both arrive in the same round of the same barrier. Returns none (an access of another kind) if
// the step is not an arrival, or if arrivals are ordered in this relation.
[[nodiscard]] inline Access arrival_of(const Step& step, const Registry& registry) {
  if (step.operation != OperationKind::arrive) [[likely]]
    return {};
  for (const Access& access : registry.accesses(step.accesses))
    if (access.kind == AccessKind::arrive) return access;
  return {};
}

[[nodiscard]] inline bool arrive_in_same_round(const Step& a, const Step& b,
                                               const Registry& registry) {
  const Access access = arrival_of(a, registry);
  return access.kind == AccessKind::arrive && access == arrival_of(b, registry);
}

[[nodiscard]] inline std::uint32_t room_of(const Step& arrival) { return arrival.other_index; }
inline void set_room(Step& arrival, std::uint32_t room) { arrival.other_index = room; }

}  // namespace mazurka
