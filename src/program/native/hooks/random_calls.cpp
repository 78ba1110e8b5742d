// Random numbers, which are the same in every execution. Those of the system become a separate
// deterministic sequence for each task. Those of the C library have one state for all tasks, and
// uses of this state are events once two tasks share it.
#include <cstdlib>
#include <sys/random.h>

#include "program/native/debug_info/stack_walk.h"
#include "program/native/platform/export.h"
#include "program/native/platform/raw_system_call.h"
#include "program/native/platform/real_call.h"
#include "program/native/process/running.h"
#include "program/native/schedule/number.h"
#include "program/native/schedule/task.h"

using namespace mazurka;
using namespace mazurka::native;

#define PLACE MAZURKA_PLACE

namespace {

// Returns the next number of the running task's sequence. REQUIRES: a task is running.
std::uint64_t next_random() {
  constexpr std::uint64_t factor = 6364136223846793005u;
  running->waiting.forget_spinning();
  std::uint64_t& state = running->time.random;
  state = state * factor + 2 * std::uint64_t{running->area.value} + 1;
  return state ^ (state >> 29);
}

void fill(void* to, std::size_t size) {
  auto* const bytes = static_cast<unsigned char*>(to);
  for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<unsigned char>(next_random() >> 32);
}

// Announces a use of the generator's common state. Uses conflict, because their order decides which
// task gets which number.
void use_common_state(Address place) {
  if (running == nullptr) return;
  running->waiting.forget_spinning();
  update_number(
      number_at(RuntimeState::random_numbers),
      [](std::int64_t value, std::int64_t) { return value + 1; }, 0, place, MemoryOrder::relaxed);
}

}  // namespace

MAZURKA_EXPORT ssize_t getrandom(void* to, std::size_t size, unsigned flags) {
  if (running == nullptr)
    return raw_system_call(SYS_getrandom, as_long(to), static_cast<long>(size), flags);
  fill(to, size);
  return static_cast<ssize_t>(size);
}
MAZURKA_EXPORT int getentropy(void* to, std::size_t size) {
  return getrandom(to, size, 0) < 0 ? -1 : 0;
}
MAZURKA_EXPORT std::uint32_t arc4random() noexcept {
  std::uint32_t value = 0;
  (void)getrandom(&value, sizeof value, 0);
  return value;
}
MAZURKA_EXPORT void arc4random_buf(void* to, std::size_t size) noexcept {
  (void)getrandom(to, size, 0);
}
// std::random_device: value, initialisation, finalisation. The requested kind of device is ignored.
MAZURKA_EXPORT unsigned _ZNSt13random_device9_M_getvalEv(void*) { return arc4random(); }
MAZURKA_EXPORT void
_ZNSt13random_device7_M_initERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE(void*,
                                                                                    const void*) {}
MAZURKA_EXPORT void _ZNSt13random_device7_M_initEPKcm(void*, const char*, std::size_t) {}
MAZURKA_EXPORT void _ZNSt13random_device7_M_finiEv(void*) {}

#define SHARED_STATE(type, name)                      \
  MAZURKA_EXPORT type name() noexcept {               \
    use_common_state(PLACE);                          \
    static auto* const of_libc = real<type()>(#name); \
    return of_libc();                                 \
  }
SHARED_STATE(int, rand)
SHARED_STATE(long, random)
SHARED_STATE(long, lrand48)
SHARED_STATE(long, mrand48)
SHARED_STATE(double, drand48)
MAZURKA_EXPORT void srand(unsigned seed) noexcept {
  use_common_state(PLACE);
  real<void(unsigned)>("srand")(seed);
}
MAZURKA_EXPORT void srandom(unsigned seed) noexcept {
  use_common_state(PLACE);
  real<void(unsigned)>("srandom")(seed);
}
MAZURKA_EXPORT void srand48(long seed) noexcept {
  use_common_state(PLACE);
  real<void(long)>("srand48")(seed);
}
