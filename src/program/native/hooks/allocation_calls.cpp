// malloc and related functions, for all code in the process. Blocks of tasks lie in the areas of
// the heap that a restart discards, blocks of static constructors in the area that a restart
// rewinds, and blocks of the checker in the arena.
#include "program/native/hooks/allocation_calls.h"

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <new>

#include "program/native/debug_info/stack_walk.h"
#include "program/native/debug_info/symbols.h"
#include "program/native/platform/complain.h"
#include "program/native/platform/export.h"
#include "program/native/platform/memory_primitives.h"
#include "program/native/platform/real_call.h"
#include "program/native/process/arena.h"
#include "program/native/process/heap.h"
#include "program/native/schedule/memory_accesses.h"

extern "C" {
void* __libc_malloc(std::size_t);
void __libc_free(void*);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);
}

using namespace mazurka;
using namespace mazurka::native;

namespace {

bool is_arena(const void* block) {
  return reinterpret_cast<Address>(block) - arena_begin < arena_end - arena_begin;
}

// Returns whether the C++ library allocates its emergency pool: 73 kB at start, for exceptions that
// are thrown when memory is short. Restoring the pool at each restart would take longer than
// restoring everything else, so it goes to the arena.
bool is_emergency_pool(std::size_t size, Address place) {
  return size > (std::size_t{64} << 10) && !is_in_executable(place);
}

// Returns a block of the C library.
void* allocate_directly(std::size_t size, std::size_t alignment) {
  return alignment <= 16 ? __libc_malloc(size) : __libc_memalign(alignment, size);
}

void* allocate(std::size_t size, std::size_t alignment, Address place) {
  void* block = nullptr;
  if (runs_with_threads) {
    block = allocate_directly(size, alignment);
  } else if (running != nullptr) {
    block = heap.allocate(heap_part_of(running->area), size, alignment, place);
    runtime->observation.allocated(block);
  } else if (!the_checker_has_started && !is_emergency_pool(size, place)) {
    block = heap.allocate(Heap::startup_part, size, alignment, place);
  } else {
    block = arena::allocate(size, alignment);
  }
  if (block == nullptr) errno = ENOMEM;
  return block;
}

// Returns whether the block comes from the C library, in a program that was started directly.
bool is_of_libc(const void* block) {
  return runs_with_threads && !is_arena(block) && !is_heap(reinterpret_cast<Address>(block));
}

std::size_t size_of(const void* block) {
  if (is_of_libc(block)) {
    static auto* const of_libc = real<std::size_t(const void*)>("malloc_usable_size");
    return of_libc(block);
  }
  return is_arena(block) ? arena::size_of(block) : Heap::size_of(block);
}

[[noreturn]] void complain_about(Heap::Release outcome, void* block, Address place) {
  const OutsideProgram outside;
  const std::string note = block_in_words(reinterpret_cast<Address>(block));
  if (outcome == Heap::Release::freed_before)
    runtime->fail(FailureKind::double_free, "a block is freed twice", note, place);
  runtime->fail(FailureKind::invalid_free, "free of a pointer that malloc did not give", "", place);
}

void release(void* block, Address place) {
  if (block == nullptr) return;
  if (is_of_libc(block)) return __libc_free(block);
  if (runs_with_threads)
    return;  // it was allocated before; what is there is not protected by a lock
  if (is_arena(block)) return arena::release(block);
  if (running == nullptr) {
    // A block that was allocated by a static constructor of the checker: it is not reused.
    if (!the_checker_has_started) (void)heap.release(block, place);
    return;
  }
  // Freeing counts as a write to the block, so that it conflicts with every use of the block and
  // both orders are explored.
  access_before_free(reinterpret_cast<Address>(block), Heap::size_of(block), place);
  running->waiting.lose_memory();
  const Heap::Release outcome = heap.release(block, place);
  if (outcome != Heap::Release::done) complain_about(outcome, block, place);
  runtime->observation.freed(block);
}

void* resize(void* block, std::size_t size, Address place) {
  if (block == nullptr) return allocate(size, 16, place);
  if (is_of_libc(block)) return __libc_realloc(block, size);
  void* const fresh = allocate(size, 16, place);
  if (fresh == nullptr) return nullptr;
  const std::size_t old = size_of(block);
  copy_bytes(fresh, block, old < size ? old : size);
  release(block, place);
  return fresh;
}

void* zeroed(std::size_t count, std::size_t size, Address place) {
  std::size_t whole = 0;
  if (__builtin_mul_overflow(count, size, &whole)) {
    errno = ENOMEM;
    return nullptr;
  }
  if (runs_with_threads) return __libc_calloc(count, size);
  void* const block = allocate(whole, 16, place);
  return block == nullptr ? nullptr : fill_bytes(block, 0, whole);
}

void* allocate_or_give_up(std::size_t size, std::size_t alignment, Address place) {
  void* const block = allocate(size, alignment, place);
  if (block != nullptr) return block;
  if (running != nullptr) {
    const OutsideProgram outside;
    runtime->fail(FailureKind::runtime_error,
                  "operator new: no memory for " + std::to_string(size) + " bytes", "", place);
  }
  give_up("not enough memory");
}

}  // namespace

void* mazurka::native::allocate_at(Address place, std::size_t size) {
  return allocate(size, 16, place);
}

#define PLACE reinterpret_cast<Address>(__builtin_return_address(0))

MAZURKA_EXPORT void* malloc(std::size_t size) { return allocate(size, 16, PLACE); }
MAZURKA_EXPORT void free(void* block) { release(block, PLACE); }
MAZURKA_EXPORT void* calloc(std::size_t count, std::size_t size) {
  return zeroed(count, size, PLACE);
}
MAZURKA_EXPORT void* realloc(void* block, std::size_t size) { return resize(block, size, PLACE); }
MAZURKA_EXPORT void* reallocarray(void* block, std::size_t count, std::size_t size) {
  std::size_t whole = 0;
  if (__builtin_mul_overflow(count, size, &whole)) {
    errno = ENOMEM;
    return nullptr;
  }
  return resize(block, whole, PLACE);
}
MAZURKA_EXPORT void* memalign(std::size_t alignment, std::size_t size) {
  return allocate(size, alignment, PLACE);
}
MAZURKA_EXPORT void* aligned_alloc(std::size_t alignment, std::size_t size) {
  return allocate(size, alignment, PLACE);
}
MAZURKA_EXPORT int posix_memalign(void** block, std::size_t alignment, std::size_t size) {
  *block = allocate(size, alignment, PLACE);
  return *block == nullptr ? ENOMEM : 0;
}
MAZURKA_EXPORT void* valloc(std::size_t size) { return allocate(size, page_size, PLACE); }
MAZURKA_EXPORT void* pvalloc(std::size_t size) {
  return allocate((size + page_size - 1) & ~(page_size - 1), page_size, PLACE);
}
MAZURKA_EXPORT std::size_t malloc_usable_size(void* block) {
  return block == nullptr ? 0 : size_of(block);
}

#define DEFAULT __attribute__((visibility("default")))
DEFAULT void* operator new(std::size_t size) { return allocate_or_give_up(size, 16, PLACE); }
DEFAULT void* operator new[](std::size_t size) { return allocate_or_give_up(size, 16, PLACE); }
DEFAULT void* operator new(std::size_t size, std::align_val_t alignment) {
  return allocate_or_give_up(size, static_cast<std::size_t>(alignment), PLACE);
}
DEFAULT void* operator new[](std::size_t size, std::align_val_t alignment) {
  return allocate_or_give_up(size, static_cast<std::size_t>(alignment), PLACE);
}
DEFAULT void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  return allocate(size, 16, PLACE);
}
DEFAULT void* operator new[](std::size_t size, const std::nothrow_t&) noexcept {
  return allocate(size, 16, PLACE);
}
DEFAULT void operator delete(void* block) noexcept { release(block, PLACE); }
DEFAULT void operator delete[](void* block) noexcept { release(block, PLACE); }
DEFAULT void operator delete(void* block, std::size_t) noexcept { release(block, PLACE); }
DEFAULT void operator delete[](void* block, std::size_t) noexcept { release(block, PLACE); }
DEFAULT void operator delete(void* block, std::align_val_t) noexcept { release(block, PLACE); }
DEFAULT void operator delete[](void* block, std::align_val_t) noexcept { release(block, PLACE); }
DEFAULT void operator delete(void* block, std::size_t, std::align_val_t) noexcept {
  release(block, PLACE);
}
DEFAULT void operator delete[](void* block, std::size_t, std::align_val_t) noexcept {
  release(block, PLACE);
}
