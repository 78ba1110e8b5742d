#include "core/key_map.h"

#include <map>
#include <random>

#include <gtest/gtest.h>

namespace mazurka {
namespace {

TEST(KeyMap, FindsWhatWasAdded) {
  KeyMap<int> map;
  EXPECT_EQ(map.find({1, 2}), nullptr);
  map.add({1, 2}) = 7;
  ASSERT_NE(map.find({1, 2}), nullptr);
  EXPECT_EQ(*map.find({1, 2}), 7);
  map.remove({1, 2});
  EXPECT_EQ(map.find({1, 2}), nullptr);
  EXPECT_TRUE(map.empty());
}

TEST(KeyMap, TakesAKeyOfZeros) {
  KeyMap<int> map;
  map.add({}) = 3;
  ASSERT_NE(map.find({}), nullptr);
  EXPECT_EQ(map.size(), 1u);
}

// Removing moves entries: a map that is nearly full, with many keys that want the same slot.
TEST(KeyMap, BehavesLikeStdMap) {
  std::mt19937 random(1);
  KeyMap<std::uint64_t> map;
  std::map<TraceKey, std::uint64_t> expected;
  for (std::uint64_t i = 0; i < 200'000; ++i) {
    const TraceKey key{random() % 600, 0};
    if (const auto found = expected.find(key); found != expected.end()) {
      ASSERT_NE(map.find(key), nullptr);
      ASSERT_EQ(*map.find(key), found->second);
      map.remove(key);
      expected.erase(found);
    } else {
      ASSERT_EQ(map.find(key), nullptr);
      map.add(key) = i;
      expected[key] = i;
    }
    ASSERT_EQ(map.size(), expected.size());
  }
  std::map<TraceKey, std::uint64_t> all;
  map.for_each([&](const TraceKey& key, std::uint64_t value) { all[key] = value; });
  EXPECT_EQ(all, expected);
  map.clear();
  EXPECT_TRUE(map.empty());
  for (const auto& [key, value] : expected) EXPECT_EQ(map.find(key), nullptr);
}

}  // namespace
}  // namespace mazurka
