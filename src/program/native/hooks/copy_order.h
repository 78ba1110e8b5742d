// Recognises struct assignments. gcc calls the hook of the write first, then the hook of the read,
// and performs both accesses afterwards. Another task may run in the second hook, so the event of
// the second hook must include the write.
#pragma once

#include "program/native/platform/layout.h"

namespace mazurka::native {

// Returns the return address of the next call after `place`, the return address of a write hook, if
// only loads and address computations lie in between; the write then cannot happen before that
// call. Returns 0 otherwise. The call need not be a hook.
[[nodiscard]] Address call_before_the_write(Address place);

}  // namespace mazurka::native
