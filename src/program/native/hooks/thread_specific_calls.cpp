// Thread-specific data of pthreads.
#include <cerrno>
#include <pthread.h>

#include "program/native/platform/export.h"
#include "program/native/schedule/runtime.h"

using namespace mazurka;
using namespace mazurka::native;

namespace {

// Values that are set before main, when there is one thread and no runtime yet.
constexpr std::size_t most_values_at_start = 128;
constinit const void* values_at_start[most_values_at_start] = {};

}  // namespace

MAZURKA_EXPORT int pthread_key_create(pthread_key_t* key, void (*destroy)(void*)) noexcept {
  std::size_t made = 0;
  if (running == nullptr) {
    if (runtime != nullptr || !add_key_at_start(destroy, made)) return EAGAIN;
  } else {
    const OutsideProgram outside;
    made = runtime->specifics.add(destroy);
  }
  *key = static_cast<pthread_key_t>(made);
  return 0;
}

MAZURKA_EXPORT int pthread_key_delete(pthread_key_t key) noexcept {
  if (running == nullptr) return 0;
  return runtime->specifics.remove(key) ? 0 : EINVAL;
}

MAZURKA_EXPORT int pthread_setspecific(pthread_key_t key, const void* value) noexcept {
  if (running == nullptr) {
    if (key >= most_values_at_start) return EINVAL;
    values_at_start[key] = value;
    return 0;
  }
  Task& task = *running;
  const OutsideProgram outside;
  ThreadSpecifics::set(task, key, const_cast<void*>(value));
  return 0;
}

MAZURKA_EXPORT void* pthread_getspecific(pthread_key_t key) noexcept {
  if (running == nullptr)
    return key < most_values_at_start ? const_cast<void*>(values_at_start[key]) : nullptr;
  const std::vector<void*>& values = running->data.specifics;
  return key < values.size() ? values[key] : nullptr;
}
