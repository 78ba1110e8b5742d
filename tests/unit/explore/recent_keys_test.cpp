#include "explore/redundancy/recent_keys.h"

#include <map>
#include <set>

#include <gtest/gtest.h>

#include "unit/random.h"

namespace mazurka {
namespace {

TEST(RecentKeys, KnowsWhatWasJustInserted) {
  RecentKeys keys;
  EXPECT_TRUE(keys.insert({1, 2}));
  EXPECT_FALSE(keys.insert({1, 2}));
  EXPECT_TRUE(keys.insert({2, 3}));
  EXPECT_FALSE(keys.insert({1, 2}));
}

// The answer "known" must be correct, or sequences would be lost; the answer "new" may be wrong.
TEST(RecentKeys, ForgetsRatherThanTakeOneKeyForAnother) {
  RecentKeys keys;
  std::set<TraceKey> inserted;
  Random random(1);
  int known = 0;
  for (int i = 0; i < 5000; ++i) {
    const TraceKey key{1 + random.below(30), random.below(30)};
    const bool is_new = keys.insert(key);
    EXPECT_TRUE(is_new || inserted.contains(key));
    known += is_new ? 0 : 1;
    inserted.insert(key);
  }
  EXPECT_GT(known, 50);
}

// A wrong value would wrongly classify a candidate as redundant.
TEST(RecentValues, ForgetRatherThanReturnTheValueOfAnotherKey) {
  RecentValues values;
  EXPECT_EQ(values.find({1, 2}), nullptr);
  std::map<TraceKey, TraceKey> assigned;
  Random random(1);
  int found = 0;
  for (int i = 0; i < 5000; ++i) {
    const TraceKey key{1 + random.below(30), random.below(30)};
    if (const TraceKey* const value = values.find(key)) {
      EXPECT_EQ(*value, assigned.at(key));
      ++found;
    }
    const TraceKey value{random.below(1000), static_cast<std::uint64_t>(i)};
    values.assign(key, value);
    assigned[key] = value;
    EXPECT_EQ(*values.find(key), value);
  }
  EXPECT_GT(found, 50);
}

}  // namespace
}  // namespace mazurka
