// Sets of integers of the language, from a lowest to a highest: what a register may hold.
//
// All operations over-approximate. Integers wrap, so the lowest and highest integer are values like
// all others: a sum that may leave their range may be anything.
#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>
#include <limits>

#include "program/model/image.h"

namespace mazurka::model {

struct Interval {
  static constexpr std::int64_t lowest = std::numeric_limits<std::int64_t>::min();
  static constexpr std::int64_t highest = std::numeric_limits<std::int64_t>::max();

  std::int64_t low = lowest;  // any integer, unless told otherwise
  std::int64_t high = highest;

  [[nodiscard]] static constexpr Interval exactly(std::int64_t value) { return {value, value}; }
  [[nodiscard]] static constexpr Interval truth_value() { return {0, 1}; }
  [[nodiscard]] static constexpr Interval none() { return {1, 0}; }

  [[nodiscard]] constexpr bool is_empty() const { return low > high; }
  [[nodiscard]] constexpr bool is_exact() const { return low == high; }
  [[nodiscard]] constexpr bool contains(std::int64_t value) const {
    return low <= value && value <= high;
  }
  [[nodiscard]] constexpr Interval within(Interval other) const {
    return {std::max(low, other.low), std::min(high, other.high)};
  }
  // REQUIRES: neither is empty.
  [[nodiscard]] constexpr Interval joined(Interval other) const {
    return {std::min(low, other.low), std::max(high, other.high)};
  }
  constexpr auto operator<=>(const Interval&) const = default;
};

// What arithmetic.h computes, for all values of the operands; empty if it is defined for none.
// REQUIRES: neither operand is empty.
[[nodiscard]] Interval apply(Op op, Interval left, Interval right);

// Takes out of both what cannot be if the comparison holds, or does not. May leave them empty.
// REQUIRES: `comparison` is one of less … not_equal.
void restrict_to(Op comparison, bool holds, Interval& left, Interval& right);

}  // namespace mazurka::model
