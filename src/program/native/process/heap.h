// The heap of the tested program.
//
// A block's address depends only on the task that allocates it and on what this task allocated
// before, not on other tasks. Memory is not reused within an execution, so that a use after free is
// always detected. A restart rewinds the heap to its state before main.
//
// One shadow byte per 16 bytes says how many of them belong to a live block.
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
    std::uint32_t number = 0;  // counted from 0 within its part
    Address allocated_at = 0;  // a code address; 0: allocated by the runtime
    Address freed_at = 0;      // a code address; 0: the block is live
  };

  // Returns a new block, or null if the part is full. May be called before any constructor has run.
  [[nodiscard]] void* allocate(std::uint32_t part, std::size_t size, std::size_t alignment,
                               Address place);
  Release release(void* block, Address place);
  [[nodiscard]] static std::size_t size_of(const void* block);

  // Replace the code address that is recorded for a block, when a caller further out on the call
  // stack is more informative. REQUIRES: `block` is a block of this heap.
  static void set_place_of_allocation(Address block, Address place);
  static void set_place_of_release(Address block, Address place);

  // Returns whether all `size` bytes belong to live blocks. REQUIRES: is_heap(address).
  [[nodiscard]] static Use use_of(Address address, std::size_t size);
  // Returns the block that contains the address, or the nearest one before it in the same part.
  [[nodiscard]] Block block_at(Address address) const;
  // Returns the number of live blocks that tasks allocated.
  [[nodiscard]] std::size_t live_blocks() const { return live_; }
  void for_each_block(const std::function<void(const Block&)>& visit) const;

  // Makes the present contents of the startup part the state that rewind() restores.
  void take_snapshot();
  void rewind();

  static constexpr std::uint32_t startup_part = 0;
  [[nodiscard]] Address used_end(std::uint32_t part) const { return next_[part]; }

 private:
  void map_all();
  void forget(std::uint32_t part, Address from);

  bool mapped_ = false;
  std::uint32_t parts_used_ = 0;
  std::uint32_t used_[most_areas + 1] = {};  // parts with blocks, in the order of first use
  Address next_[most_areas + 1] = {};        // end of the used part; 0: the part is not used
  std::uint32_t count_[most_areas + 1] = {};
  Address startup_end_ = 0;
  std::uint32_t startup_count_ = 0;
  std::size_t live_ = 0;  // live blocks, without those of static constructors and of the runtime
};

extern constinit Heap heap;

}  // namespace mazurka::native
