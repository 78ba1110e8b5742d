// A Bloom filter over the keys of one run: tells without I/O that a key is not in the run.
//
// All bits of a key lie in one block of 64 bytes, so that a question costs one or two cache lines
// (Putze, Sanders, Singler: "Cache-, Hash- and Space-Efficient Bloom Filters", 2007). The upper
// half of the key picks the block: sorted keys fill the filter from front to back. The lower half,
// which is independent of the upper one (trace_key.h), picks the bits.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/trace_key.h"

namespace mazurka {

class KeyFilter {
 public:
  // 10 bits for each key: 1 to 2 % of the keys that are not in the run pass the filter. Runs of
  // more than 50 million keys get 64 MiB and no more: memory must not grow with the number of
  // traces without bound. In larger runs, more lookups read a page that does not have the key.
  static constexpr std::uint64_t bits_per_key = 10;
  static constexpr std::uint64_t most_bits = std::uint64_t{1} << 29;

  explicit KeyFilter(std::uint64_t keys = 0) {
    const std::uint64_t bits = std::min(keys * bits_per_key, most_bits);
    blocks_ = bits / bits_per_block + 1;
    words_.resize(blocks_ * words_per_block);
    // A key sets ln 2 times as many bits as it has room for; at most 7, of 9 bits of `low` each.
    const std::uint64_t room = keys == 0 ? bits_per_key : bits / keys;
    probes_ = static_cast<int>(std::clamp<std::uint64_t>(room * 7 / 10, 1, 7));
  }

  void insert(const TraceKey& key) {
    std::uint64_t* const block = block_of(key);
    std::uint64_t rest = key.low;
    for (int i = 0; i < probes_; ++i, rest >>= 9)
      block[rest >> 6 & 7] |= std::uint64_t{1} << (rest & 63);
  }
  // Returns false if the key was certainly not inserted.
  [[nodiscard]] bool may_contain(const TraceKey& key) const {
    const std::uint64_t* const block = block_of(key);
    std::uint64_t rest = key.low;
    for (int i = 0; i < probes_; ++i, rest >>= 9)
      if ((block[rest >> 6 & 7] >> (rest & 63) & 1) == 0) return false;
    return true;
  }
  [[nodiscard]] std::uint64_t bytes() const { return words_.size() * sizeof(std::uint64_t); }

 private:
  static constexpr std::uint64_t bits_per_block = 512;
  static constexpr std::uint64_t words_per_block = bits_per_block / 64;

  [[nodiscard]] std::uint64_t first_word_of(const TraceKey& key) const {
    __extension__ using Wide = unsigned __int128;
    const auto block = static_cast<std::uint64_t>(static_cast<Wide>(key.high) * blocks_ >> 64);
    return block * words_per_block;
  }
  [[nodiscard]] std::uint64_t* block_of(const TraceKey& key) { return &words_[first_word_of(key)]; }
  [[nodiscard]] const std::uint64_t* block_of(const TraceKey& key) const {
    return &words_[first_word_of(key)];
  }

  std::uint64_t blocks_ = 0;
  int probes_ = 0;
  std::vector<std::uint64_t> words_;
};

}  // namespace mazurka
