#include "program/native/process/arena.h"

#include <bit>
#include <cstdint>
#include <new>
#include <sys/mman.h>

#include "program/native/platform/layout.h"
#include "program/native/process/checked_blocks.h"
#include "program/native/process/guarded_blocks.h"

namespace mazurka::native::arena {
namespace {

// Precedes each block. Blocks are cut from chunks, rounded up to a size class. Released blocks are
// kept in one free list per class.
struct Header {
  std::size_t size;  // the size of the class
  void* from;        // start of the memory; alignment may leave a gap between it and the header
};
static_assert(sizeof(Header) == 16);

struct Free {
  Free* next;
};

constexpr std::size_t chunk_size = std::size_t{4} << 20;
constexpr int classes = 64 * 4;

// Constant-initialised, because malloc is called before any constructor of the runtime has run.
constinit Free* free_blocks[classes] = {};
constinit Address next = 0;
constinit Address chunk_end = 0;
constinit Address mapped_end = arena_begin;

// Returns the number of the smallest class for `size`. There are four classes between powers of
// two, so at most a quarter of a block is wasted.
int class_of(std::size_t size) {
  if (size <= 64) return static_cast<int>((size + 15) / 16);
  const int power =
      static_cast<int>(std::bit_width(size - 1)) - 1;  // 2^power < size <= 2^(power + 1)
  const std::size_t quarter = (size - 1 - (std::size_t{1} << power)) >> (power - 2);
  return power * 4 + static_cast<int>(quarter);
}

std::size_t size_of_class(int number) {
  if (number <= 4) return static_cast<std::size_t>(number) * 16;
  const int power = number / 4;
  const auto quarter = static_cast<std::size_t>(number % 4);
  return (std::size_t{1} << power) + ((quarter + 1) << (power - 2));
}

Address map(std::size_t size) {
  size = (size + page_size - 1) & ~(page_size - 1);
  void* const wanted = reinterpret_cast<void*>(mapped_end);
  void* const got = mmap(wanted, size, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  if (got != wanted) return 0;
  mapped_end += size;
  return mapped_end - size;
}

void* cut(std::size_t size) {
  if (size >= chunk_size / 4) return reinterpret_cast<void*>(map(size));
  if (chunk_end - next < size) {
    next = map(chunk_size);
    chunk_end = next == 0 ? 0 : next + chunk_size;
    if (next == 0) return nullptr;
  }
  next += size;
  return reinterpret_cast<void*>(next - size);
}

const Header* header_of(const void* block) { return static_cast<const Header*>(block) - 1; }

void* allocate_plain(std::size_t size, std::size_t alignment) {
  if (size > arena_end - arena_begin) return nullptr;
  const std::size_t slack = alignment > 16 ? alignment : 0;
  const int number = class_of(size + sizeof(Header) + slack);
  const std::size_t whole = size_of_class(number);
  void* from = free_blocks[number];
  if (from != nullptr)
    free_blocks[number] = static_cast<Free*>(from)->next;
  else
    from = cut(whole);
  if (from == nullptr) return nullptr;
  Address block = reinterpret_cast<Address>(from) + sizeof(Header);
  if (slack != 0) block = (block + alignment - 1) & ~(alignment - 1);
  reinterpret_cast<Header*>(block)[-1] = {whole, from};
  return reinterpret_cast<void*>(block);
}

void release_plain(void* block) {
  const Header header = *header_of(block);
  const int number = class_of(header.size);
  free_blocks[number] = new (header.from) Free{free_blocks[number]};
}

#if MAZURKA_CHECKS_MEMORY
constexpr checked::Source source{allocate_plain, release_plain};
#endif

}  // namespace

void* allocate(std::size_t size, std::size_t alignment) {
  if (guarded::is_wanted()) [[unlikely]]
    return guarded::allocate(size, alignment);
#if MAZURKA_CHECKS_MEMORY
  return checked::allocate(source, size, alignment);
#else
  return allocate_plain(size, alignment);
#endif
}

void release(void* block) {
  if (guarded::is_guarded(block)) [[unlikely]]
    return guarded::release(block);
#if MAZURKA_CHECKS_MEMORY
  checked::release(source, block);
#else
  release_plain(block);
#endif
}

std::size_t size_of(const void* block) {
  if (guarded::is_guarded(block)) return guarded::size_of(block);
#if MAZURKA_CHECKS_MEMORY
  return checked::size_of(block);
#else
  const Header* header = header_of(block);
  const auto end = reinterpret_cast<Address>(header->from) + header->size;
  return end - reinterpret_cast<Address>(block);
#endif
}

}  // namespace mazurka::native::arena
