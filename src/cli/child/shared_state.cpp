#include "cli/child/shared_state.h"

#include <algorithm>
#include <sys/mman.h>

#include "core/user_error.h"

namespace mazurka::cli {

namespace {

// The address space of a native program must not depend on this mapping (platform/layout.h uses
// what lies below).
void* const preferred_address = reinterpret_cast<void*>(0x6100'0000'0000);

}  // namespace

Bound bound_of(StopReason reason) {
  switch (reason) {
    case StopReason::timeout:
      return Bound::timeout;
    case StopReason::interrupt:
      return Bound::interrupt;
    case StopReason::memory:
      return Bound::memory;
    case StopReason::none:
      break;
  }
  return Bound::none;
}

void LiveCounts::give(Summary& summary) const {
  constexpr std::uint64_t absurd = std::uint64_t{1} << 56;  // the program has overwritten it
  if (std::ranges::any_of(numbers.values, [](std::uint64_t value) { return value > absurd; }))
    return;
  numbers.give(summary);
}

void SharedState::reset() {
  stop_exploring = stop_shortening = gave_up = false;
  reason = StopReason::none;
  phase = Phase::starting;
  runs = 0;
  counts[0] = counts[1] = {};
  current = 0;
  estimate = 0;
  task_count = step_count = 0;
  facts.clear();
}

// Each mapping has its own place.
SharedMemory::SharedMemory() {
  constexpr std::size_t distance = std::size_t{1} << 30;
  static_assert(sizeof(SharedState) < distance);
  constexpr std::size_t most = 4096;
  void* memory = MAP_FAILED;
  for (std::size_t i = 0; i < most && memory == MAP_FAILED; ++i)
    memory = mmap(static_cast<char*>(preferred_address) + i * distance, sizeof(SharedState),
                  PROT_READ | PROT_WRITE,
                  MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  if (memory == MAP_FAILED) throw UserError("", "not enough memory to start an exploration");
  state_ = static_cast<SharedState*>(memory);
}

SharedMemory::~SharedMemory() { munmap(state_, sizeof(SharedState)); }

}  // namespace mazurka::cli
