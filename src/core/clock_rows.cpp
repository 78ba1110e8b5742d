#include "core/clock_rows.h"

#include <algorithm>
#include <utility>

namespace mazurka {

void ClockRows::join(Position row) {
  const std::uint32_t* const from = rows_.data() + std::size_t{row} * stride_;
  std::uint32_t* const to = last_row();
  for (std::uint32_t i = 0; i < stride_; ++i)
    if (from[i] != to[i] && from[i] != zeros) join_blocks(to[i], from[i]);
}

// Makes `to`, a block of the last row, the maximum of both.
void ClockRows::join_blocks(std::uint32_t& to, std::uint32_t from) {
  if (to == zeros) {
    to = from;
    return;
  }
  Block most;  // a local variable, so that the compiler knows that it overlaps neither block
  for (std::uint32_t i = 0; i < block_size; ++i)
    most[i] = std::max(blocks_[to][i], blocks_[from][i]);
  if (to >= first_own_) {
    blocks_[to] = most;
  } else if (stride_ > 1 && most == blocks_[from]) {
    to = from;  // a row with one block gets its own block anyway
  } else if (stride_ == 1 || most != blocks_[to]) {
    to = static_cast<std::uint32_t>(blocks_.size());
    blocks_.push_back(most);
  }
}

void ClockRows::truncate(Position rows) {
  if (rows >= first_blocks_.size()) return;
  rows_.resize(std::size_t{rows} * stride_);
  blocks_.resize(first_blocks_[rows]);
  first_blocks_.resize(rows);
  first_own_ = static_cast<std::uint32_t>(blocks_.size());
}

void ClockRows::clear() {
  rows_.clear();
  first_blocks_.clear();
  blocks_.assign(1, Block{});
  first_own_ = 1;
}

void ClockRows::widen(std::uint32_t tasks) {
  const std::uint32_t needed = (tasks + block_size - 1) / block_size;
  const std::uint32_t stride = std::max(needed, stride_ * 2);
  std::vector<std::uint32_t> wider(std::size_t{stride} * first_blocks_.size(), zeros);
  for (std::size_t i = 0; i < first_blocks_.size(); ++i)
    std::copy_n(rows_.data() + i * stride_, stride_, wider.data() + i * stride);
  rows_ = std::move(wider);
  stride_ = stride;
  tasks_ = stride * block_size;
}

}  // namespace mazurka
