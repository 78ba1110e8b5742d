// Finds leaked blocks: blocks that no pointer leads to at the end of an execution.
//
// The search is conservative, like that of LeakSanitizer: every aligned word whose value is an
// address in a block counts as a pointer to this block. A block that only a leaked block points to
// is reported as part of that leak.
#pragma once

#include <cstdint>
#include <vector>

#include "program/native/process/heap.h"

namespace mazurka::native {

struct Leak {
  Heap::Block block;
  std::size_t blocks = 1;  // the block and all blocks that only it leads to
  std::size_t bytes = 0;
};

class LeakSearch {
 public:
  // Collects the blocks that the program allocated in this execution and has not freed.
  LeakSearch();
  // Returns whether there is a block that no root added so far leads to.
  [[nodiscard]] bool has_suspects() const { return unmarked_ != 0; }

  // Mark everything that is reachable from this word, or from all aligned words in [begin, end).
  void add_root(Address word);
  void add_roots(Address begin, Address end);
  // Returns the leaks, sorted by address. REQUIRES: all roots have been added.
  [[nodiscard]] std::vector<Leak> lost_blocks();

 private:
  struct Known {
    Heap::Block block;
    std::uint32_t owner = 0;  // 0: not reachable so far; `roots`; else the number of a leak
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
