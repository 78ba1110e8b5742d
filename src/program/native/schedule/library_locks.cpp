#include "program/native/schedule/library_locks.h"

#include <dlfcn.h>
#include <unordered_set>

namespace mazurka::native {
namespace {

// Of QMutex and QBasicMutex, in Qt 5 and 6.
constexpr const char* lock_functions[] = {
    "_ZN6QMutex4lockEv",
    "_ZN6QMutex6unlockEv",
    "_ZN6QMutex7tryLockEi",
    "_ZN6QMutex8try_lockEv",
    "_ZN11QBasicMutex12lockInternalEv",
    "_ZN11QBasicMutex12lockInternalEi",
    "_ZN11QBasicMutex12lockInternalE14QDeadlineTimer",
    "_ZN11QBasicMutex14unlockInternalEv",
};

}  // namespace

bool uses_lock_word(Address function) {
  static const std::unordered_set<Address> known = [] {
    std::unordered_set<Address> result;
    for (const char* const name : lock_functions)
      if (void* const address = dlsym(RTLD_DEFAULT, name); address != nullptr)
        result.insert(reinterpret_cast<Address>(address));
    return result;
  }();
  return known.contains(function);
}

}  // namespace mazurka::native
