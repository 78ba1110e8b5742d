// Hooks for plain memory accesses: code compiled with -fsanitize=thread calls one before each.
#include <cstddef>

#include "program/native/debug_info/symbols.h"
#include "program/native/hooks/copy_order.h"
#include "program/native/platform/export.h"
#include "program/native/schedule/memory_accesses.h"
#include "program/native/sync/mutex.h"

using namespace mazurka;
using namespace mazurka::native;

namespace {

inline void reads(const void* address, std::size_t size, Address place) {
  if (running == nullptr) return;
  access_memory(reinterpret_cast<Address>(address), size, OperationKind::read, place);
}

inline void writes(const void* address, std::size_t size, Address place) {
  if (running == nullptr) return;
  access_memory(reinterpret_cast<Address>(address), size, OperationKind::write, place);
  if (const Address call = call_before_the_write(place); call != 0) {
    running->early_write = {reinterpret_cast<Address>(address), static_cast<std::uint32_t>(size),
                            call};
  }
}

}  // namespace

#define PLACE reinterpret_cast<Address>(__builtin_return_address(0))
#define HOOKS_OF_SIZE(size)                                                                      \
  MAZURKA_EXPORT void __tsan_read##size(void* a) { reads(a, size, PLACE); }                      \
  MAZURKA_EXPORT void __tsan_write##size(void* a) { writes(a, size, PLACE); }                    \
  MAZURKA_EXPORT void __tsan_read##size##_pc(void* a, void* pc) {                                \
    reads(a, size, reinterpret_cast<Address>(pc));                                               \
  }                                                                                              \
  MAZURKA_EXPORT void __tsan_write##size##_pc(void* a, void* pc) {                               \
    writes(a, size, reinterpret_cast<Address>(pc));                                              \
  }                                                                                              \
  MAZURKA_EXPORT void __tsan_unaligned_read##size(void* a) { reads(a, size, PLACE); }            \
  MAZURKA_EXPORT void __tsan_unaligned_write##size(void* a) { writes(a, size, PLACE); }          \
  MAZURKA_EXPORT void __tsan_volatile_read##size(void* a) { reads(a, size, PLACE); }             \
  MAZURKA_EXPORT void __tsan_volatile_write##size(void* a) { writes(a, size, PLACE); }           \
  MAZURKA_EXPORT void __tsan_unaligned_volatile_read##size(void* a) { reads(a, size, PLACE); }   \
  MAZURKA_EXPORT void __tsan_unaligned_volatile_write##size(void* a) { writes(a, size, PLACE); } \
  MAZURKA_EXPORT void __tsan_read_write##size(void* a) {                                         \
    reads(a, size, PLACE);                                                                       \
    writes(a, size, PLACE);                                                                      \
  }                                                                                              \
  MAZURKA_EXPORT void __tsan_unaligned_read_write##size(void* a) {                               \
    reads(a, size, PLACE);                                                                       \
    writes(a, size, PLACE);                                                                      \
  }

HOOKS_OF_SIZE(1)
HOOKS_OF_SIZE(2)
HOOKS_OF_SIZE(4)
HOOKS_OF_SIZE(8)
HOOKS_OF_SIZE(16)

MAZURKA_EXPORT void __tsan_read_range(void* a, std::size_t size) { reads(a, size, PLACE); }
MAZURKA_EXPORT void __tsan_write_range(void* a, std::size_t size) { writes(a, size, PLACE); }
MAZURKA_EXPORT void __tsan_read_range_pc(void* a, std::size_t size, void* pc) {
  reads(a, size, reinterpret_cast<Address>(pc));
}
MAZURKA_EXPORT void __tsan_write_range_pc(void* a, std::size_t size, void* pc) {
  writes(a, size, reinterpret_cast<Address>(pc));
}

// Accesses to an object's virtual table pointer, which constructors and destructors write. They are
// treated like other accesses.
MAZURKA_EXPORT void __tsan_vptr_read(void** a) { reads(a, sizeof *a, PLACE); }
MAZURKA_EXPORT void __tsan_vptr_update(void** a, void* /*value*/) { writes(a, sizeof *a, PLACE); }

MAZURKA_EXPORT void __tsan_init() {}
// Called only in files that have functions named __VERIFIER_atomic_… (compiler.cpp).
MAZURKA_EXPORT void __tsan_func_entry(void* /*caller*/) {
  if (running != nullptr && is_in_atomic_function(PLACE)) begin_section(PLACE);
}
MAZURKA_EXPORT void __tsan_func_exit() {
  if (running != nullptr && is_in_atomic_function(PLACE)) end_section(PLACE);
}
