// A set of positions of one execution; small ones live without allocation.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "core/ids.h"

namespace mazurka {

class PositionSet {
 public:
  PositionSet() = default;
  explicit PositionSet(std::size_t size) {
    if (size > inline_bits) large_.assign((size + 63) / 64, 0);
  }

  [[nodiscard]] bool operator[](Position position) const {
    return (words()[position / 64] >> (position % 64)) & 1u;
  }
  void insert(Position position) { words()[position / 64] |= bit(position); }
  void erase(Position position) { words()[position / 64] &= ~bit(position); }

  // All positions below this one.
  void insert_below(Position end) {
    for (Position i = 0; i < end / 64; ++i) words()[i] = ~std::uint64_t{0};
    if (end % 64 != 0) words()[end / 64] |= bit(end) - 1;
  }
  void erase_all(const PositionSet& others) {
    for (std::size_t i = 0; i < word_count(); ++i) words()[i] &= ~others.words()[i];
  }
  void clear() {
    small_ = {};
    std::fill(large_.begin(), large_.end(), 0);
  }

  // Calls `visit` with each of them, in order.
  template <class Visit>
  void for_each(Visit visit) const {
    for (std::size_t i = 0; i < word_count(); ++i)
      for (std::uint64_t rest = words()[i]; rest != 0; rest &= rest - 1)
        visit(static_cast<Position>(64 * i) + static_cast<Position>(std::countr_zero(rest)));
  }

  [[nodiscard]] bool is_subset_of(const PositionSet& other) const {
    for (std::size_t i = 0; i < word_count(); ++i)
      if ((words()[i] & ~other.words()[i]) != 0) return false;
    return true;
  }
  bool operator==(const PositionSet&) const = default;

 private:
  static constexpr std::size_t inline_bits = 256;

  [[nodiscard]] static std::uint64_t bit(Position position) {
    return std::uint64_t{1} << (position % 64);
  }
  [[nodiscard]] std::size_t word_count() const {
    return large_.empty() ? small_.size() : large_.size();
  }
  [[nodiscard]] const std::uint64_t* words() const {
    return large_.empty() ? small_.data() : large_.data();
  }
  [[nodiscard]] std::uint64_t* words() { return large_.empty() ? small_.data() : large_.data(); }

  std::array<std::uint64_t, inline_bits / 64> small_{};
  std::vector<std::uint64_t> large_;  // used if the execution is longer
};

}  // namespace mazurka
