// Happens-before as counts: for each event, how many events of each task are in its causal past.
//
// The row of an event has a count for each task. It is divided into blocks, and rows share blocks:
// the row of an event is that of its predecessor but for few counts, so most of its blocks are
// those of the predecessor. Hence a row costs one number for 16 tasks, and a block or two. Blocks
// are also compared by their numbers when rows are joined. With up to 16 tasks, each row has one
// block, and is nothing but its counts.
//
// Rows are added and removed at the end, like the events of an execution.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/ids.h"

namespace mazurka {

class ClockRows {
 public:
  ClockRows() { clear(); }

  // Returns how many events of `task` are in the causal past of the event at `row`.
  [[nodiscard]] std::uint32_t count(Position row, TaskId task) const {
    if (task.value >= tasks_) return 0;
    const std::uint32_t block = rows_[std::size_t{row} * stride_ + task.value / block_size];
    return blocks_[block][task.value % block_size];
  }

  // Makes room for the counts of so many tasks, in all rows.
  void make_room_for(std::uint32_t tasks) {
    if (tasks > tasks_) [[unlikely]]
      widen(tasks);
  }
  // Returns how many tasks there is room for.
  [[nodiscard]] std::uint32_t tasks() const { return tasks_; }

  // Adds a row of zeros.
  void push() {
    rows_.resize(rows_.size() + stride_, zeros);
    first_own_ = static_cast<std::uint32_t>(blocks_.size());
    first_blocks_.push_back(first_own_);
  }
  // Adds the causal past of the event at `row` to the last row. REQUIRES: `row` is another one.
  void join(Position row);
  // Sets a count of the last row.
  void set(TaskId task, std::uint32_t count) {
    std::uint32_t& block = last_row()[task.value / block_size];
    if (block < first_own_) block = copy_of(block);
    blocks_[block][task.value % block_size] = count;
  }
  // Removes all rows but the first `rows`.
  void truncate(Position rows);
  void clear();

  // Returns how many blocks there are: what they cost, for tests.
  [[nodiscard]] std::size_t block_count() const { return blocks_.size(); }

 private:
  static constexpr std::uint32_t block_size = 16;
  static constexpr std::uint32_t zeros = 0;  // the block that rows share where they have no counts
  using Block = std::array<std::uint32_t, block_size>;

  [[nodiscard]] std::uint32_t* last_row() { return rows_.data() + (rows_.size() - stride_); }
  [[nodiscard]] std::uint32_t copy_of(std::uint32_t block) {
    blocks_.push_back(Block(blocks_[block]));  // a copy: `blocks_` may move
    return static_cast<std::uint32_t>(blocks_.size() - 1);
  }
  void join_blocks(std::uint32_t& to, std::uint32_t from);
  void widen(std::uint32_t tasks);

  std::uint32_t tasks_ = 0;                  // for which there is room: stride_ blocks
  std::uint32_t stride_ = 0;                 // how many blocks a row has
  std::vector<std::uint32_t> rows_;          // numbers of blocks; those of a row are adjacent
  std::vector<std::uint32_t> first_blocks_;  // by row: how many blocks there were before it
  std::vector<Block> blocks_;
  // The blocks from this one on belong to the last row, which may change them. Invariant: rows that
  // are not the last one are never changed.
  std::uint32_t first_own_ = 0;
};

}  // namespace mazurka
