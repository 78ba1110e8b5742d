#include "core/key_set.h"

#include <set>

#include <gtest/gtest.h>

#include "unit/random.h"

namespace mazurka {
namespace {

TEST(KeySet, KnowsWhatWasInserted) {
  KeySet keys;
  EXPECT_FALSE(keys.contains({1, 2}));
  EXPECT_TRUE(keys.insert({1, 2}));
  EXPECT_FALSE(keys.insert({1, 2}));
  EXPECT_TRUE(keys.contains({1, 2}));
  EXPECT_EQ(keys.size(), 1u);
}

// The key of the empty trace is all zero, and so are free slots.
TEST(KeySet, HoldsTheKeyThatIsAllZero) {
  KeySet keys;
  EXPECT_FALSE(keys.contains({}));
  EXPECT_TRUE(keys.insert({}));
  EXPECT_FALSE(keys.insert({}));
  EXPECT_TRUE(keys.contains({}));
  EXPECT_EQ(keys.size(), 1u);
}

TEST(KeySet, ComparesBothHalves) {
  KeySet keys;
  keys.insert({1, 2});
  EXPECT_FALSE(keys.contains({2, 2}));
  EXPECT_FALSE(keys.contains({1, 3}));
  EXPECT_TRUE(keys.insert({2, 2}));
}

// All keys hash to the same slot, and the last ones wrap around the end of the table.
TEST(KeySet, FindsRoomForKeysWithTheSameSlot) {
  KeySet keys;
  for (std::uint64_t high = 1; high <= 500; ++high) EXPECT_TRUE(keys.insert({high, 1023}));
  for (std::uint64_t high = 1; high <= 500; ++high) EXPECT_TRUE(keys.contains({high, 1023}));
  EXPECT_FALSE(keys.contains({501, 1023}));
}

TEST(KeySet, ForgetsNothingWhenItGrows) {
  KeySet keys;
  std::set<TraceKey> expected;
  Random random(1);
  for (int i = 0; i < 20000; ++i) {
    // Keys come from a small range, so that many occur twice; the low halves often share their last
    // bits.
    const TraceKey key{random.below(100), std::uint64_t{random.below(100)} << random.below(12)};
    const bool is_new = expected.insert(KeySet::kept_of(key)).second;
    ASSERT_EQ(keys.insert(key), is_new);
  }
  EXPECT_GT(keys.size(), 2048u);  // the table has grown more than once
  EXPECT_EQ(keys.size(), expected.size());
  for (const TraceKey& key : expected) EXPECT_TRUE(keys.contains(key));
  EXPECT_FALSE(keys.contains({100, 0}));
}

}  // namespace
}  // namespace mazurka
