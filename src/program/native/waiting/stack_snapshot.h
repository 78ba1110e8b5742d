// A fingerprint of a task's stack and registers, to find out later whether they are the same again.
//
// It is a sum over all words w of w * k, where the factor k is a random-looking function of the
// word's address. Hence bytes can be taken out of it afterwards if their values are known, which a
// chained hash does not allow: see foreign_writes.h. Products have 128 bits and the sum is modulo
// 2^128, so different stacks have equal sums with a probability of about 2^-64. (Modulo 2^64, two
// words that both change their highest bit would cancel out.)
#pragma once

#include <cstdint>

#include "core/hash.h"

namespace mazurka::native {

class StackSum {
 public:
  void add(std::uint64_t word, std::uint64_t position) { set(value() + product(word, position)); }
  void remove(std::uint64_t word, std::uint64_t position) {
    set(value() - product(word, position));
  }
  bool operator==(const StackSum&) const = default;

 private:
  __extension__ using Wide = unsigned __int128;

  [[nodiscard]] static Wide product(std::uint64_t word, std::uint64_t position) {
    return static_cast<Wide>(word) * spread(position);
  }
  [[nodiscard]] Wide value() const { return (static_cast<Wide>(high_) << 64) | low_; }
  void set(Wide sum) {
    low_ = static_cast<std::uint64_t>(sum);
    high_ = static_cast<std::uint64_t>(sum >> 64);
  }

  std::uint64_t low_ = 0;  // two halves, because a 128-bit integer would be aligned to 16 bytes
  std::uint64_t high_ = 0;
};

struct StackSnapshot {
  StackSum sum;
  std::uint32_t moment = 0;      // ForeignWrites::moment() when it was taken
  std::uint32_t own_moment = 0;  // OwnWrites::moment() when it was taken
  std::uint64_t stack = 0;       // the lowest address of the stack
  bool is_known = false;
};

}  // namespace mazurka::native
