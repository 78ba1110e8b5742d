// Deliberate errors, for tests that a runtime built with sanitizers detects them
// (tests/native/sanitizer). Like the rest of the runtime, this code is instrumented and runs in a
// fiber.
#include <climits>
#include <cstddef>
#include <cstring>
#include <memory>
#include <vector>

#include "program/native/platform/export.h"
#include "program/native/process/arena.h"
#include "program/native/process/running.h"

using namespace mazurka::native;

namespace {

// Hides the value from the optimiser, which would otherwise remove code whose behaviour is
// undefined.
template <class Value>
Value hidden(Value value) {
  asm volatile("" : "+r"(value) : : "memory");
  return value;
}

int table[5] = {1, 2, 3, 4, 5};

int read_behind_local() {
  int local[5] = {1, 2, 3, 4, 5};
  int* const from = hidden(&local[0]);
  return from[hidden(5)];
}

int read_after_scope() {
  int* from = nullptr;
  {
    int inner = hidden(1);
    from = hidden(&inner);
  }
  return *from;
}

int use_after_release() {
  auto block = std::make_unique<int>(1);
  const int* const from = hidden(block.get());
  block.reset();
  return *from;
}

int release_twice() {
  void* const block = arena::allocate(24);
  arena::release(hidden(block));
  arena::release(hidden(block));
  return 0;
}

int copy_too_much() {
  const std::vector<char> from(20, 'a');
  std::vector<char> to(19);
  std::memcpy(hidden(to.data()), from.data(), hidden(std::size_t{20}));
  return to[0];
}

}  // namespace

MAZURKA_EXPORT int mz_sanitizer_mistake(int kind) {
  const OutsideProgram outside;
  const std::vector<int> block(5, 1);
  switch (kind) {
    case 1:
      return *(hidden(block.data()) + hidden(5));
    case 2:
      return *(hidden(block.data()) - hidden(1));
    case 3:
      return use_after_release();
    case 4:
      return release_twice();
    case 5:
      return copy_too_much();
    case 6:
      return *(hidden(&table[0]) + hidden(5));
    case 7:
      return read_behind_local();
    case 8:
      return read_after_scope();
    case 9:
      return hidden(INT_MAX) + hidden(1);
    default:
      return block[4];
  }
}
