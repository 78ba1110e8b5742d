// The heap of the tested program.
//
// A block's address is a function of the task that allocates it and of what this task allocated
// before, whatever the others do. Memory is not reused within an execution, so that a use after
// free is always noticed; a restart rewinds everything to what it was before main.
//
// A shadow byte per 16 bytes says how many of them belong to a live block.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

#include "program/native/platform/layout.h"

namespace mazurka::native {

class Heap {
 public:
  enum class Use : std::uint8_t { valid, outside, freed };
  enum class Release : std::uint8_t { done, not_a_block, freed_before };

  struct Block {
    Address address = 0;
    std::size_t size = 0;
    std::uint32_t number = 0;  // of its area, counted from 0
    Address allocated_at = 0;  // a place in the code
    Address freed_at = 0;      // 0: live
  };

  // REQUIRES: nothing else. Called before any constructor has run. Null if there is no more memory.
  [[nodiscard]] void* allocate(std::uint32_t area, std::size_t size, std::size_t alignment,
                               Address place);
  Release release(void* block, Address place);
  [[nodiscard]] static std::size_t size_of(const void* block);

  // For somebody who knows better than those who called. REQUIRES: is a block of this heap.
  static void set_place_of_allocation(Address block, Address place);
  static void set_place_of_release(Address block, Address place);

  // REQUIRES: is_heap(address).
  [[nodiscard]] static Use use_of(Address address, std::size_t size);
  // The block that the address is in, or the nearest one before it.
  [[nodiscard]] Block block_at(Address address) const;
  // How many blocks of tasks are not freed.
  [[nodiscard]] std::size_t live_blocks() const { return live_; }
  void for_each_block(const std::function<void(const Block&)>& visit) const;

  // What exists now is what every execution starts with.
  void take_snapshot();
  void rewind();

  static constexpr std::uint32_t startup_area = 0;
  [[nodiscard]] Address used_end(std::uint32_t area) const { return next_[area]; }

 private:
  void map_all();
  void forget(std::uint32_t area, Address from);

  bool mapped_ = false;
  std::uint32_t areas_used_ = 0;
  std::uint32_t used_[most_tasks + 1] = {};  // areas with blocks, in the order of first use
  Address next_[most_tasks + 1] = {};        // 0: not used
  std::uint32_t count_[most_tasks + 1] = {};
  Address startup_end_ = 0;
  std::uint32_t startup_count_ = 0;
  std::size_t live_ = 0;  // without those of static constructors and of the runtime (no place)
};

extern constinit Heap heap;

}  // namespace mazurka::native
