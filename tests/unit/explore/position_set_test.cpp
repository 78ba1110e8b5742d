#include "explore/messages/position_set.h"

#include <set>

#include <gtest/gtest.h>

#include "unit/random.h"

namespace mazurka {
namespace {

// Short sets need no allocation and long ones do; the limit must not affect the results.
constexpr std::size_t sizes[] = {1, 64, 65, 256, 257, 1000};

TEST(PositionSet, HoldsWhatWasInsertedAndNotErased) {
  for (const std::size_t size : sizes) {
    SCOPED_TRACE(size);
    PositionSet positions(size);
    std::set<Position> expected;
    Random random(size);
    for (int i = 0; i < 500; ++i) {
      const Position position = random.below(size);
      if (random.one_in(2)) {
        positions.insert(position);
        expected.insert(position);
      } else {
        positions.erase(position);
        expected.erase(position);
      }
    }
    for (Position i = 0; i < size; ++i) EXPECT_EQ(positions[i], expected.contains(i)) << i;
  }
}

TEST(PositionSet, IsASubsetIfNothingIsMissing) {
  for (const std::size_t size : sizes) {
    SCOPED_TRACE(size);
    const auto last = static_cast<Position>(size - 1);
    const PositionSet empty(size);
    PositionSet full(size);
    full.insert(last);
    EXPECT_TRUE(empty.is_subset_of(full));
    EXPECT_TRUE(full.is_subset_of(full));
    EXPECT_FALSE(full.is_subset_of(empty));
    EXPECT_NE(full, empty);
    full.erase(last);
    EXPECT_EQ(full, empty);
  }
}

}  // namespace
}  // namespace mazurka
