// Functions that g++ and clang++ insert calls of into code compiled with -fsanitize=address.
#include <cstddef>
#include <cstdint>

#include "program/native/platform/memory_primitives.h"
#include "program/native/platform/shadow.h"
#include "program/native/process/fiber.h"

using namespace mazurka::native;

#define CALLED extern "C" [[gnu::used]]

extern "C" void* __libc_stack_end;

namespace {

// Returns the top of the stack that contains the stack pointer: a fiber's stack or that of main.
Address top_of_this_stack(Address stack_pointer) {
  if (is_in_slot(stack_pointer)) return top_of_stack(area_of_slot(stack_pointer));
  return reinterpret_cast<Address>(__libc_stack_end);
}

}  // namespace

// --- Invalid accesses, found by inline checks ----------------------------------------------------

#define REPORTS(size)                                      \
  CALLED void __asan_report_load##size(Address address) {  \
    report_mistake("a read of " #size " bytes", address);  \
  }                                                        \
  CALLED void __asan_report_store##size(Address address) { \
    report_mistake("a write of " #size " bytes", address); \
  }
REPORTS(1)
REPORTS(2)
REPORTS(4)
REPORTS(8)
REPORTS(16)
CALLED void __asan_report_load_n(Address address, std::size_t size) {
  check_range(reinterpret_cast<const void*>(address), size, false);
  report_mistake("a read", address);
}
CALLED void __asan_report_store_n(Address address, std::size_t size) {
  check_range(reinterpret_cast<const void*>(address), size, true);
  report_mistake("a write", address);
}

// --- Checks by calls, in functions that are too long for inline checks ---------------------------

#define CHECKS(size)                                                                        \
  CALLED void __asan_load##size(const void* address) { check_range(address, size, false); } \
  CALLED void __asan_store##size(void* address) { check_range(address, size, true); }
CHECKS(1)
CHECKS(2)
CHECKS(4)
CHECKS(8)
CHECKS(16)
CALLED void __asan_loadN(const void* address, std::size_t size) {
  check_range(address, size, false);
}
CALLED void __asan_storeN(void* address, std::size_t size) { check_range(address, size, true); }

// clang++ calls these functions for copies. g++ calls memcpy and the like, which the runtime
// replaces (hooks/memory_calls.cpp).
CALLED void* __asan_memcpy(void* to, const void* from, std::size_t size) {
  check_range(from, size, false);
  check_range(to, size, true);
  return copy_bytes(to, from, size);
}
CALLED void* __asan_memmove(void* to, const void* from, std::size_t size) {
  return __asan_memcpy(to, from, size);
}
CALLED void* __asan_memset(void* to, int value, std::size_t size) {
  check_range(to, size, true);
  return fill_bytes(to, value, size);
}

// --- Stacks --------------------------------------------------------------------------------------

// Uses after return are not detected, so there is no fake stack.
extern "C" int __asan_option_detect_stack_use_after_return;
int __asan_option_detect_stack_use_after_return = 0;
#define FAKE_STACK(size)                                               \
  CALLED Address __asan_stack_malloc_##size(std::size_t) { return 0; } \
  CALLED void __asan_stack_free_##size(Address, std::size_t) {}
FAKE_STACK(0)
FAKE_STACK(1)
FAKE_STACK(2)
FAKE_STACK(3)
FAKE_STACK(4)
FAKE_STACK(5)
FAKE_STACK(6)
FAKE_STACK(7)
FAKE_STACK(8)
FAKE_STACK(9)
FAKE_STACK(10)

// Called before an exception is thrown or a function is called that does not return. Frames of the
// callers may end without running the code that removes their poison, so it is removed here.
CALLED void __asan_handle_no_return() {
  const auto here = reinterpret_cast<Address>(__builtin_frame_address(0));
  const Address top = top_of_this_stack(here);
  constexpr Address largest = Address{64} << 20;
  if (top - here < largest) forget_frames(here, top);  // else it is the stack of a signal handler
}

#define SETS(value)                                                               \
  CALLED void __asan_set_shadow_##value(std::uint8_t* shadow, std::size_t size) { \
    fill_bytes(shadow, 0x##value, size);                                          \
  }
SETS(00)
SETS(f1)
SETS(f2)
SETS(f3)
SETS(f5)
SETS(f8)

CALLED void __asan_poison_stack_memory(Address begin, std::size_t size) {
  poison(begin, begin + size, Poison::unused_stack);
}
CALLED void __asan_unpoison_stack_memory(Address begin, std::size_t size) { unpoison(begin, size); }
// Poisons the memory around an array of variable size: 32 bytes before it and at least 32 behind
// it.
CALLED void __asan_alloca_poison(Address begin, std::size_t size) {
  constexpr Address zone = 32;
  const Address end = (begin + size + 7) & ~Address{7};
  poison(begin - zone, begin, Poison::around_array);
  unpoison(begin, size);
  poison(end, (begin + size + zone - 1) / zone * zone + zone, Poison::around_array);
}
CALLED void __asan_allocas_unpoison(Address top, Address bottom) {
  if (top != 0 && top < bottom) unpoison(top, bottom - top);
}

// --- Globals -------------------------------------------------------------------------------------

namespace {

struct Global {
  Address begin;
  std::size_t size;
  std::size_t size_with_zone;
  const char* name;
  const char* file;
  std::size_t has_constructor;
  const void* source;
  std::size_t odr;
};

}  // namespace

CALLED void __asan_register_globals(const Global* globals, std::size_t count) {
  for (const Global* global = globals; global != globals + count; ++global) {
    unpoison(global->begin, global->size);
    poison(global->begin + global->size, global->begin + global->size_with_zone,
           Poison::around_global);
  }
}
CALLED void __asan_unregister_globals(const Global*, std::size_t) {}
// Newer versions of clang put the descriptions of all globals of a module into one section.
CALLED void __asan_register_elf_globals(Address* is_registered, const Global* begin,
                                        const Global* end) {
  if (*is_registered != 0) return;
  __asan_register_globals(begin, static_cast<std::size_t>(end - begin));
  *is_registered = 1;
}
CALLED void __asan_unregister_elf_globals(Address*, const Global*, const Global*) {}
CALLED void __asan_before_dynamic_init(const char*) {}
CALLED void __asan_after_dynamic_init() {}
CALLED void __asan_init() {}
CALLED void __asan_version_mismatch_check_v8() {}
