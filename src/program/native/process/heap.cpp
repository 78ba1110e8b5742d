#include "program/native/process/heap.h"

#include <sys/mman.h>

#include "program/native/platform/complain.h"
#include "program/native/platform/memory_primitives.h"

namespace mazurka::native {

constinit Heap heap;

namespace {

constexpr std::uint32_t live_magic = 0x4d5a4c42;
constexpr std::uint32_t freed_magic = 0x4d5a4642;
// Values of a shadow byte: 0 between live blocks; in a live block, how many bytes of the granule
// belong to it (1 to 16); in a freed block, freed_granule.
constexpr std::uint8_t freed_granule = 0xfd;
constexpr unsigned char fresh_byte = 0xa5;  // makes reads of uninitialised memory deterministic

struct Header {
  std::size_t size;
  std::uint32_t magic;
  std::uint32_t number;
  Address allocated_at;
  Address freed_at;
};
static_assert(sizeof(Header) == 32);

std::uint8_t* shadow_of(Address address) {
  return reinterpret_cast<std::uint8_t*>(shadow_begin + (address - heap_begin) / granule);
}

Header* header_of(Address block) { return reinterpret_cast<Header*>(block) - 1; }

bool is_block(Address block) {
  if (!is_heap(block) || block % granule != 0 || block % heap_part_size < sizeof(Header))
    return false;
  const std::uint32_t magic = header_of(block)->magic;
  return magic == live_magic || magic == freed_magic;
}

void mark(Address block, std::size_t size) {
  std::uint8_t* const shadow = shadow_of(block);
  fill_bytes(shadow, granule, size / granule);
  if (size % granule != 0) shadow[size / granule] = static_cast<std::uint8_t>(size % granule);
}

void map_at(Address begin, std::size_t size) {
  void* const got = mmap(reinterpret_cast<void*>(begin), size, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  if (got != reinterpret_cast<void*>(begin))
    give_up("cannot reserve address space for the heap of the tested program");
}

}  // namespace

void Heap::map_all() {
  mapped_ = true;
  map_at(heap_begin, heap_end - heap_begin);
  map_at(shadow_begin, (heap_end - heap_begin) / granule);
}

void* Heap::allocate(std::uint32_t part, std::size_t size, std::size_t alignment, Address place) {
  if (!mapped_) map_all();
  Address& next = next_[part];
  const Address begin = begin_of_heap_part(part);
  if (next == 0) {
    next = begin;
    used_[parts_used_++] = part;
  }
  if (alignment < granule) alignment = granule;
  const Address block = (next + sizeof(Header) + alignment - 1) & ~(alignment - 1);
  const std::size_t room = (size + granule - 1) & ~(granule - 1);
  // The granule between two blocks stays unused, so that an overrun is detected.
  if (size > heap_part_size || block + room + 2 * granule > begin + heap_part_size) return nullptr;
  *header_of(block) = {size, live_magic, count_[part]++, place, 0};
  fill_bytes(reinterpret_cast<void*>(block), fresh_byte, size);
  mark(block, size);
  next = block + room + granule;
  if (part != startup_part && place != 0) ++live_;
  return reinterpret_cast<void*>(block);
}

Heap::Release Heap::release(void* block, Address place) {
  const auto address = reinterpret_cast<Address>(block);
  if (!is_block(address)) return Release::not_a_block;
  Header* const header = header_of(address);
  if (header->magic == freed_magic) return Release::freed_before;
  // A header without a live granule is left over from an earlier execution.
  if (header->size != 0 && *shadow_of(address) == 0) return Release::not_a_block;
  header->magic = freed_magic;
  header->freed_at = place;
  if (heap_part_at(address) != startup_part && header->allocated_at != 0) --live_;
  fill_bytes(shadow_of(address), freed_granule, (header->size + granule - 1) / granule);
  return Release::done;
}

std::size_t Heap::size_of(const void* block) {
  const auto address = reinterpret_cast<Address>(block);
  return is_block(address) ? header_of(address)->size : 0;
}

void Heap::set_place_of_allocation(Address block, Address place) {
  header_of(block)->allocated_at = place;
}

void Heap::set_place_of_release(Address block, Address place) {
  header_of(block)->freed_at = place;
}

Heap::Use Heap::use_of(Address address, std::size_t size) {
  for (Address at = address; at < address + size;) {
    const std::uint8_t shadow = *shadow_of(at);
    if (shadow == freed_granule) return Use::freed;
    const Address end = (at / granule + 1) * granule;
    const Address last = (address + size < end ? address + size : end) - 1;
    if (last % granule >= shadow) return Use::outside;
    at = end;
  }
  return Use::valid;
}

void Heap::for_each_block(const std::function<void(const Block&)>& visit) const {
  for (std::uint32_t i = 0; i < parts_used_; ++i) {
    const std::uint32_t part = used_[i];
    for (Address at = begin_of_heap_part(part); at + sizeof(Header) <= next_[part]; at += granule) {
      const Address block = at + sizeof(Header);
      if (!is_block(block)) continue;
      const Header& header = *header_of(block);
      visit({block, header.size, header.number, header.allocated_at, header.freed_at});
      at = block + ((header.size + granule - 1) & ~(granule - 1)) - granule;
    }
  }
}

// Shadow bytes are 0 between two blocks, so a block begins after the last 0 before its end. A block
// of no bytes has no shadow, but a header.
Heap::Block Heap::block_at(Address address) const {
  const std::uint32_t part = heap_part_at(address);
  const Address begin = begin_of_heap_part(part) + sizeof(Header);
  if (next_[part] <= begin || address < begin) return {};
  Address at = (address < next_[part] ? address : next_[part] - 1) & ~(granule - 1);
  const auto is_empty_block = [](Address block) {
    return is_block(block) && header_of(block)->size == 0;
  };
  while (at > begin && *shadow_of(at) == 0 && !is_empty_block(at)) at -= granule;
  while (at > begin && *shadow_of(at) != 0 && *shadow_of(at - granule) != 0) at -= granule;
  if (!is_block(at)) return {};
  const Header& header = *header_of(at);
  return {at, header.size, header.number, header.allocated_at, header.freed_at};
}

void Heap::take_snapshot() {
  startup_end_ = next_[startup_part];
  startup_count_ = count_[startup_part];
}

void Heap::forget(std::uint32_t part, Address from) {
  const Address end = next_[part];
  fill_bytes(shadow_of(from), 0, (end - from) / granule + 1);
  next_[part] = from;
  count_[part] = 0;
}

void Heap::rewind() {
  live_ = 0;
  for (std::uint32_t i = 0; i < parts_used_; ++i)
    if (used_[i] != startup_part) {
      forget(used_[i], begin_of_heap_part(used_[i]));
      next_[used_[i]] = 0;
    }
  parts_used_ = 0;
  if (startup_end_ == 0) return;
  forget(startup_part, startup_end_);
  count_[startup_part] = startup_count_;
  used_[parts_used_++] = startup_part;
}

}  // namespace mazurka::native
