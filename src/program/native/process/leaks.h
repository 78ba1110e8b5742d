// Blocks that nobody can free any more at the end of an execution: no pointer leads to them.
//
// Conservative, as LeakSanitizer: every aligned word that could be a pointer is one, and one into
// the middle of a block counts. A block that only a leaked block points to belongs to that one.
#pragma once

#include <cstdint>
#include <vector>

#include "program/native/process/heap.h"

namespace mazurka::native {

struct Leak {
  Heap::Block block;
  std::size_t blocks = 1;  // itself and those that are lost with it
  std::size_t bytes = 0;
};

class LeakSearch {
 public:
  // What the program allocated in this execution and has not freed.
  LeakSearch();
  // Is there a block that nothing is known to lead to?
  [[nodiscard]] bool has_suspects() const { return unmarked_ != 0; }

  // Words that lead to blocks that are not lost.
  void add_root(Address word);
  void add_roots(Address begin, Address end);
  // Sorted by address.
  [[nodiscard]] std::vector<Leak> lost_blocks();

 private:
  struct Known {
    Heap::Block block;
    std::uint32_t owner = 0;  // a root counts as its own owner; 0: nobody points to it so far
  };
  static constexpr std::uint32_t roots = 1;

  [[nodiscard]] Known* block_of(Address word);
  void mark(Address word, std::uint32_t owner);
  void mark_all_from(std::uint32_t owner);

  std::vector<Known> blocks_;  // sorted by address
  std::size_t unmarked_ = 0;   // how many of them have no owner
  std::vector<const Known*> to_scan_;
};

}  // namespace mazurka::native
