// Invariant checks in code that is too hot for release builds. They are active only in the runtime
// that is built with sanitizers; a failed check ends the process.
#pragma once

#include "program/native/platform/complain.h"

#ifndef MAZURKA_CHECKS_MEMORY
#define MAZURKA_CHECKS_MEMORY 0
#endif

#if MAZURKA_CHECKS_MEMORY
#define MAZURKA_EXPECT(condition) \
  ((condition)                    \
       ? static_cast<void>(0)     \
       : ::mazurka::native::give_up("an invariant of the runtime does not hold", #condition))
#else
#define MAZURKA_EXPECT(condition) static_cast<void>(0)
#endif
