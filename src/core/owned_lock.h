// A lock that a task holds, and where the task acquired it.
#pragma once

#include "core/ids.h"

namespace mazurka {

struct OwnedLock {
  ObjectId lock;
  LocationId since;
  bool is_shared = false;  // held for reading
};

}  // namespace mazurka
