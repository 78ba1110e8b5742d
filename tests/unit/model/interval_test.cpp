// Intervals against the integers in them, for all small ones and at the ends of the range.
#include "program/model/interval.h"

#include <vector>

#include <gtest/gtest.h>

#include "program/model/arithmetic.h"

namespace mazurka::model {
namespace {

constexpr Op operations[] = {Op::negate, Op::logical_not, Op::truth,   Op::multiply,
                             Op::divide, Op::remainder,   Op::add,     Op::subtract,
                             Op::less,   Op::less_equal,  Op::greater, Op::greater_equal,
                             Op::equal,  Op::not_equal};

// Of at most 7 integers each.
[[nodiscard]] std::vector<Interval> some_intervals() {
  std::vector<Interval> result;
  for (std::int64_t low = -3; low <= 3; ++low)
    for (std::int64_t high = low; high <= 3; ++high) result.push_back({low, high});
  for (std::int64_t i = 0; i <= 2; ++i)
    for (std::int64_t j = i; j <= 2; ++j) {
      result.push_back({Interval::lowest + i, Interval::lowest + j});
      result.push_back({Interval::highest - j, Interval::highest - i});
    }
  return result;
}

// Calls check(left, right, l, r) for all values l and r of all pairs of intervals.
template <class Check>
void for_all_values(const Check& check) {
  for (const Interval left : some_intervals())
    for (const Interval right : some_intervals())
      for (std::int64_t i = 0; i <= left.high - left.low; ++i)
        for (std::int64_t j = 0; j <= right.high - right.low; ++j)
          check(left, right, left.low + i, right.low + j);
}

TEST(Interval, HasTheResultsOfAllItsValues) {
  for (const Op op : operations) {
    SCOPED_TRACE(static_cast<int>(op));
    for_all_values([op](Interval left, Interval right, std::int64_t l, std::int64_t r) {
      if (!is_defined(op, r)) return;
      EXPECT_TRUE(apply(op, left, right).contains(apply(op, l, r)))
          << left.low << ".." << left.high << " " << right.low << ".." << right.high;
    });
  }
}

TEST(Interval, KeepsTheValuesForWhichAComparisonHolds) {
  for (const Op op : operations) {
    if (op < Op::less) continue;
    SCOPED_TRACE(static_cast<int>(op));
    for_all_values([op](Interval left, Interval right, std::int64_t l, std::int64_t r) {
      restrict_to(op, apply(op, l, r) != 0, left, right);
      EXPECT_TRUE(left.contains(l) && right.contains(r)) << l << " " << r;
    });
  }
}

TEST(Interval, IsNoLargerThanNeeded) {
  EXPECT_EQ(apply(Op::add, Interval{1, 2}, Interval{3, 5}), (Interval{4, 7}));
  EXPECT_EQ(apply(Op::subtract, Interval{1, 2}, Interval{3, 5}), (Interval{-4, -1}));
  EXPECT_EQ(apply(Op::multiply, Interval{-1, 2}, Interval{3, 5}), (Interval{-5, 10}));
  EXPECT_EQ(apply(Op::divide, Interval{4, 9}, Interval::exactly(3)), (Interval{1, 3}));
  EXPECT_EQ(apply(Op::remainder, Interval{4, 5}, Interval::exactly(3)), (Interval{1, 2}));
  EXPECT_EQ(apply(Op::remainder, Interval{4, 6}, Interval::exactly(3)), (Interval{0, 2}));
  EXPECT_EQ(apply(Op::remainder, Interval{0, 1}, Interval{3, 8}), (Interval{0, 1}));
  EXPECT_EQ(apply(Op::less, Interval{0, 1}, Interval{2, 3}), Interval::exactly(1));
  EXPECT_EQ(apply(Op::equal, Interval{0, 1}, Interval{2, 3}), Interval::exactly(0));
  EXPECT_EQ(apply(Op::logical_not, Interval{1, 4}, Interval{}), Interval::exactly(0));
  EXPECT_TRUE(apply(Op::divide, Interval{0, 1}, Interval::exactly(0)).is_empty());
}

}  // namespace
}  // namespace mazurka::model
