// Decides whether two steps must keep their order. Initials, sleep sets and wakeup trees ask this
// of steps that need not be part of one execution.
#pragma once

#include "core/conflict.h"
#include "core/registry.h"
#include "core/step.h"

namespace mazurka {

// Returns whether `later` directly depends on `earlier`, which runs before it.
[[nodiscard]] bool depends(const Registry& registry, const ConflictTable& table,
                           const Step& earlier, const Step& later);

}  // namespace mazurka
