// Must two steps keep their order? The question behind initials, sleep sets and wakeup trees, asked
// of steps that need not stand in one execution.
#pragma once

#include "core/conflict.h"
#include "core/registry.h"
#include "core/step.h"

namespace mazurka {

// Does `later` directly depend on `earlier`, which runs before it?
[[nodiscard]] bool depends(const Registry& registry, const ConflictTable& table,
                           const Step& earlier, const Step& later);

}  // namespace mazurka
