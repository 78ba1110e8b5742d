// This file is compiled without -fsanitize=address (cmake/native.cmake), because block headers lie
// in poisoned memory.
#include "program/native/process/checked_blocks.h"

#include "program/native/platform/memory_primitives.h"

namespace mazurka::native::checked {
namespace {

enum class State : std::size_t { live = 0x4c495645, released = 0x44454144 };

// Directly precedes the block.
struct Header {
  std::size_t size;
  void* memory;  // what Source::allocate() returned
  void* next;    // the block that was released after this one
  State state;
};
constexpr std::size_t zone = 32;
static_assert(sizeof(Header) == zone);

constexpr std::size_t most_kept = std::size_t{64} << 20;  // bytes

// Released blocks whose memory is not reused yet: a linked list in the order of release.
struct Kept {
  void* first;
  void* last;
  std::size_t bytes;
};
constinit Kept kept = {};

Header& header_of(const void* block) {
  return *reinterpret_cast<Header*>(reinterpret_cast<Address>(block) - sizeof(Header));
}

constexpr std::size_t whole_size(std::size_t size) { return (size + 15) & ~std::size_t{15}; }

void keep(void* block) {
  if (kept.last != nullptr)
    header_of(kept.last).next = block;
  else
    kept.first = block;
  kept.last = block;
  kept.bytes += whole_size(header_of(block).size) + 2 * zone;
}

void* take_oldest() {
  void* const block = kept.first;
  kept.first = header_of(block).next;
  if (kept.first == nullptr) kept.last = nullptr;
  kept.bytes -= whole_size(header_of(block).size) + 2 * zone;
  return block;
}

}  // namespace

void* allocate(const Source& source, std::size_t size, std::size_t alignment) {
  const std::size_t before = alignment > zone ? alignment : zone;
  const std::size_t whole = whole_size(size);
  void* const memory = source.allocate(before + whole + zone, alignment);
  if (memory == nullptr) return nullptr;
  const Address begin = reinterpret_cast<Address>(memory);
  const Address block = begin + before;
  poison(begin, block, Poison::around_block);
  unpoison(block, size);
  poison(block + size, block + whole + zone, Poison::around_block);
  void* const result = reinterpret_cast<void*>(block);
  header_of(result) = {size, memory, nullptr, State::live};
  fill_bytes(result, 0xa7, size);  // reveals code that relies on zeroed memory
  return result;
}

void release(const Source& source, void* block) {
  Header& header = header_of(block);
  if (header.state == State::released)
    report_mistake("a block is released twice", reinterpret_cast<Address>(block));
  if (header.state != State::live)
    report_mistake("what is released is not a block", reinterpret_cast<Address>(block));
  header.state = State::released;
  const auto begin = reinterpret_cast<Address>(block);
  poison(begin, begin + whole_size(header.size), Poison::freed_block);
  keep(block);
  while (kept.bytes > most_kept) source.release(header_of(take_oldest()).memory);
}

std::size_t size_of(const void* block) { return header_of(block).size; }

}  // namespace mazurka::native::checked
