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
  // All positions from this one on.
  void erase_from(Position begin) {
    if (begin / 64 >= word_count()) return;
    words()[begin / 64] &= bit(begin) - 1;
    for (std::size_t i = begin / 64 + 1; i < word_count(); ++i) words()[i] = 0;
  }
  // Adapts the set to executions of another length. Keeps its elements.
  void resize(std::size_t size) {
    if (large_.empty() && size > inline_bits) large_.assign(small_.begin(), small_.end());
    if (large_.empty()) return;
    large_.resize(std::max((size + 63) / 64, small_.size()));
    if (size > inline_bits) return;
    std::copy_n(large_.begin(), small_.size(), small_.begin());
    large_.clear();
  }
  void erase_all(const PositionSet& others) {
    std::uint64_t* const own = words();
    const std::uint64_t* const theirs = others.words();
    for (std::size_t i = 0, count = word_count(); i < count; ++i) own[i] &= ~theirs[i];
  }
  void clear() {
    small_ = {};
    std::fill(large_.begin(), large_.end(), 0);
  }

  // Calls `visit` with each of them, in order.
  template <class Visit>
  void for_each(Visit visit) const {
    for_each_in(
        word_count(), [own = words()](std::size_t i) { return own[i]; }, visit);
  }

  // Calls `visit` with each position that is not in `others`, in order.
  template <class Visit>
  void for_each_not_in(const PositionSet& others, Visit visit) const {
    const auto left = [own = words(), theirs = others.words()](std::size_t i) {
      return own[i] & ~theirs[i];
    };
    for_each_in(word_count(), left, visit);
  }
  // Returns the length of the longest prefix of positions that is contained in the set.
  [[nodiscard]] Position count_before_gap() const {
    const std::uint64_t* const own = words();
    for (std::size_t i = 0; i < word_count(); ++i)
      if (~own[i] != 0)
        return static_cast<Position>(64 * i) + static_cast<Position>(std::countr_one(own[i]));
    return static_cast<Position>(64 * word_count());
  }

  [[nodiscard]] bool is_subset_of(const PositionSet& other) const {
    const std::uint64_t* const own = words();
    const std::uint64_t* const others = other.words();
    for (std::size_t i = 0, count = word_count(); i < count; ++i)
      if ((own[i] & ~others[i]) != 0) return false;
    return true;
  }
  bool operator==(const PositionSet& other) const {
    const std::uint64_t* const own = words();
    const std::uint64_t* const others = other.words();
    for (std::size_t i = 0, count = word_count(); i < count; ++i)
      if (own[i] != others[i]) return false;
    return true;
  }

 private:
  static constexpr std::size_t inline_bits = 256;

  // The words are fetched once: the compiler cannot know that `visit` leaves them alone.
  template <class Word, class Visit>
  static void for_each_in(std::size_t count, Word word, Visit& visit) {
    for (std::size_t i = 0; i < count; ++i)
      for (std::uint64_t rest = word(i); rest != 0; rest &= rest - 1)
        visit(static_cast<Position>(64 * i) + static_cast<Position>(std::countr_zero(rest)));
  }
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
