// A lock that a task has, and where it took it.
#pragma once

#include "core/ids.h"

namespace mazurka {

struct OwnedLock {
  ObjectId lock;
  LocationId since;
  bool is_shared = false;  // to read
};

}  // namespace mazurka
