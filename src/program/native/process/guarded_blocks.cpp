#include "program/native/process/guarded_blocks.h"

#include <cstring>
#include <sys/mman.h>
#include <unistd.h>

#include "program/native/platform/complain.h"

namespace mazurka::native::guarded {
namespace {

// Directly precedes the block.
struct Header {
  std::size_t size;
  Address pages;  // where they begin
};

enum class Wish : unsigned char { unknown, yes, no };
constinit Wish wish = Wish::unknown;
constinit Address next = begin;

constexpr Address page_of(Address address) { return address & ~(page_size - 1); }

Header& header_of(const void* block) {
  return *reinterpret_cast<Header*>(reinterpret_cast<Address>(block) - sizeof(Header));
}

}  // namespace

// Returns whether MAZURKA_GUARD_MEMORY=1 is set. Does not call getenv, because the first blocks are
// allocated before the C library is initialised.
bool is_wanted() {
  if (wish != Wish::unknown) return wish == Wish::yes;
  if (environ == nullptr) return false;
  wish = Wish::no;
  for (char** entry = environ; *entry != nullptr; ++entry)
    if (std::strcmp(*entry, "MAZURKA_GUARD_MEMORY=1") == 0) wish = Wish::yes;
  return wish == Wish::yes;
}

void* allocate(std::size_t size, std::size_t alignment) {
  if (alignment < 16) alignment = 16;
  const std::size_t room = (size + alignment - 1) & ~(alignment - 1);
  const std::size_t pages = page_of(room + sizeof(Header) + alignment + page_size - 1);
  // Invariant: the page behind the pages of a block is never mapped.
  const Address at = next;
  next += pages + page_size;
  void* const wanted = reinterpret_cast<void*>(at);
  if (mmap(wanted, pages, PROT_READ | PROT_WRITE,
           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0) != wanted)
    give_up("MAZURKA_GUARD_MEMORY: the kernel has no more room for blocks of their own pages");
  const Address block = (at + pages - room) & ~(alignment - 1);
  void* const result = reinterpret_cast<void*>(block);
  header_of(result) = {size, at};
  std::memset(result, 0xa7, size);  // reveals code that relies on zeroed memory
  return result;
}

void release(void* block) {
  const Header header = header_of(block);
  const Address end = reinterpret_cast<Address>(block) + header.size;
  munmap(reinterpret_cast<void*>(header.pages), page_of(end + page_size - 1) - header.pages);
}

std::size_t size_of(const void* block) { return header_of(block).size; }

}  // namespace mazurka::native::guarded
