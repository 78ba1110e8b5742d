#include "program/native/process/leaks.h"

#include <algorithm>
#include <link.h>
#include <span>
#include <sys/auxv.h>

#include "program/native/platform/shadow.h"

namespace mazurka::native {
namespace {

struct CodeOfLinker {
  Address begin = 0;
  Address end = 0;
};

int look_at_object(dl_phdr_info* object, std::size_t /*size*/, void* result) {
  if (object->dlpi_addr != getauxval(AT_BASE)) return 0;
  auto& linker = *static_cast<CodeOfLinker*>(result);
  for (const auto& header : std::span(object->dlpi_phdr, object->dlpi_phnum))
    if (header.p_type == PT_LOAD)
      linker = {object->dlpi_addr, object->dlpi_addr + header.p_vaddr + header.p_memsz};
  return 1;
}

// The dynamic linker keeps the message of its last error, in each thread.
bool is_in_dynamic_linker(Address code) {
  static const CodeOfLinker linker = [] {
    CodeOfLinker result;
    dl_iterate_phdr(look_at_object, &result);
    return result;
  }();
  return linker.begin <= code && code < linker.end;
}

}  // namespace

// Blocks that the runtime allocates on behalf of the program have no code address. These blocks and
// those of the dynamic linker are roots: never reported, and what they point to is reachable.
LeakSearch::LeakSearch() {
  heap.for_each_block([&](const Heap::Block& block) {
    const bool is_of_start = heap_part_at(block.address) == Heap::startup_part;
    if (block.freed_at == 0 && block.size != 0 && !is_of_start &&
        Heap::use_of(block.address, 1) == Heap::Use::valid)
      blocks_.push_back({block, 0});
  });
  std::ranges::sort(blocks_, {}, [](const Known& known) { return known.block.address; });
  unmarked_ = blocks_.size();
  for (Known& known : blocks_)
    if (known.block.allocated_at == 0 || is_in_dynamic_linker(known.block.allocated_at)) {
      known.owner = roots;
      --unmarked_;
      to_scan_.push_back(&known);
    }
  mark_all_from(roots);
}

LeakSearch::Known* LeakSearch::block_of(Address word) {
  auto after = std::ranges::upper_bound(blocks_, word, {},
                                        [](const Known& known) { return known.block.address; });
  if (after == blocks_.begin()) return nullptr;
  --after;
  return word - after->block.address < after->block.size ? &*after : nullptr;
}

void LeakSearch::mark(Address word, std::uint32_t owner) {
  if (!is_heap(word)) return;
  Known* const known = block_of(word);
  if (known == nullptr || known->owner != 0) return;
  known->owner = owner;
  --unmarked_;
  to_scan_.push_back(known);
}

void LeakSearch::mark_all_from(std::uint32_t owner) {
  while (!to_scan_.empty()) {
    const Heap::Block block = to_scan_.back()->block;
    to_scan_.pop_back();
    for (Address at = block.address; at + sizeof(Address) <= block.address + block.size;
         at += sizeof(Address))
      mark(*reinterpret_cast<const Address*>(at), owner);
  }
}

void LeakSearch::add_root(Address word) {
  mark(word, roots);
  mark_all_from(roots);
}

MAZURKA_READS_ALL_MEMORY void LeakSearch::add_roots(Address begin, Address end) {
  constexpr Address size = sizeof(Address);
  if (!has_suspects()) return;
  for (Address at = (begin + size - 1) & ~(size - 1); at + size <= end; at += size)
    mark(*reinterpret_cast<const Address*>(at), roots);
  mark_all_from(roots);
}

std::vector<Leak> LeakSearch::lost_blocks() {
  // A lost block that another lost block points to is counted as part of the leak of that block. A
  // block that points to itself is still reported.
  std::vector<Known*> lost;
  for (Known& known : blocks_)
    if (known.owner == 0) lost.push_back(&known);
  std::vector<bool> is_pointed_to(blocks_.size(), false);
  for (const Known* const known : lost) {
    const Heap::Block& block = known->block;
    for (Address at = block.address; at + sizeof(Address) <= block.address + block.size;
         at += sizeof(Address)) {
      const Known* const other = block_of(*reinterpret_cast<const Address*>(at));
      if (other != nullptr && other != known)
        is_pointed_to[static_cast<std::size_t>(other - blocks_.data())] = true;
    }
  }
  std::vector<Leak> result;
  const auto take = [&](Known& known) {
    if (known.owner != 0) return;
    const auto owner = static_cast<std::uint32_t>(result.size()) + roots + 1;
    known.owner = owner;
    to_scan_.push_back(&known);
    mark_all_from(owner);
    Leak leak{known.block, 0, 0};
    for (const Known* const each : lost)
      if (each->owner == owner) {
        ++leak.blocks;
        leak.bytes += each->block.size;
      }
    result.push_back(leak);
  };
  for (Known* const known : lost)
    if (!is_pointed_to[static_cast<std::size_t>(known - blocks_.data())]) take(*known);
  for (Known* const known : lost) take(*known);  // cycles of blocks that nothing else points to
  std::ranges::sort(result, {}, [](const Leak& leak) { return leak.block.address; });
  return result;
}

}  // namespace mazurka::native
