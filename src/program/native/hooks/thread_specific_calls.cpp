// Thread-specific data of pthreads.
#include <cerrno>
#include <pthread.h>

#include "program/native/hooks/thread_calls.h"
#include "program/native/platform/complain.h"
#include "program/native/platform/export.h"

using namespace mazurka;
using namespace mazurka::native;

namespace {

// Before main there is one thread, and no runtime yet.
constexpr std::size_t most_startup_keys = 128;
constinit std::size_t startup_keys = 0;
using Destructor = void (*)(void*);
constinit Destructor startup_destructors[most_startup_keys] = {};
constinit const void* startup_values[most_startup_keys] = {};

}  // namespace

namespace mazurka::native {

Keys keys_before_main() {
  Keys keys;
  for (std::size_t i = 0; i < startup_keys; ++i) keys.destructors.push_back(startup_destructors[i]);
  keys.in_use.assign(startup_keys, true);
  return keys;
}

}  // namespace mazurka::native

MAZURKA_EXPORT int pthread_key_create(pthread_key_t* key, void (*destroy)(void*)) noexcept {
  if (running == nullptr) {
    if (runtime != nullptr || startup_keys == most_startup_keys) return EAGAIN;
    startup_destructors[startup_keys] = destroy;
    *key = static_cast<pthread_key_t>(startup_keys++);
    return 0;
  }
  const OutsideProgram outside;
  Keys& keys = runtime->keys();
  *key = static_cast<pthread_key_t>(keys.destructors.size());
  keys.destructors.push_back(destroy);
  keys.in_use.push_back(true);
  return 0;
}

MAZURKA_EXPORT int pthread_key_delete(pthread_key_t key) noexcept {
  if (running == nullptr) return 0;
  Keys& keys = runtime->keys();
  if (key >= keys.in_use.size() || !keys.in_use[key]) return EINVAL;
  keys.in_use[key] = false;
  return 0;
}

MAZURKA_EXPORT int pthread_setspecific(pthread_key_t key, const void* value) noexcept {
  if (running == nullptr) {
    if (key >= most_startup_keys) return EINVAL;
    startup_values[key] = value;
    return 0;
  }
  Task& task = *running;
  const OutsideProgram outside;
  if (key >= task.specifics.size()) task.specifics.resize(key + 1, nullptr);
  task.specifics[key] = const_cast<void*>(value);
  return 0;
}

MAZURKA_EXPORT void* pthread_getspecific(pthread_key_t key) noexcept {
  if (running == nullptr)
    return key < most_startup_keys ? const_cast<void*>(startup_values[key]) : nullptr;
  return key < running->specifics.size() ? running->specifics[key] : nullptr;
}
