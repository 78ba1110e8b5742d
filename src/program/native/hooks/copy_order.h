// gcc announces the two accesses of a struct assignment as write, then read, before both happen.
// Another task may run at the second announcement, so the write must be part of that event, too.
#pragma once

#include "program/native/platform/layout.h"

namespace mazurka::native {

// `place` is where the hook of a write returns to. Is there nothing but loads and address
// computations up to the next call, so that the write cannot have happened before it? Then where
// that call returns to (it need not be a hook); else 0.
[[nodiscard]] Address call_before_the_write(Address place);

}  // namespace mazurka::native
