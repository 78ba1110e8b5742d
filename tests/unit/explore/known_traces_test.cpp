#include "explore/redundancy/known_traces.h"

#include <algorithm>
#include <cstdlib>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "explore/algorithms.h"
#include "explore/explorer.h"
#include "program/model/model.h"
#include "unit/random.h"

namespace mazurka {
namespace {

TraceKey random_key(Random& random, std::uint32_t numbers) {
  // Few numbers, so that many come twice; spread over all bits that are kept.
  const std::uint64_t number = 1 + random.below(numbers);
  return {number * 0x9e3779b97f4a7c15u, number};
}

// The reference is a set of all. The limits make for no file, one page, many merges.
TEST(KnownTraces, AreTheSameInMemoryAndInAFile) {
  for (const std::size_t limit : {100000u, 300u, 2000u, 7u}) {
    KnownTraces known(limit);
    std::set<TraceKey> expected;
    Random random(limit);
    for (int i = 0; i < 6000; ++i) {
      const TraceKey key = random_key(random, 5000);
      ASSERT_EQ(known.contains(key), expected.contains(key)) << limit << " " << i;
      ASSERT_EQ(known.insert(key), expected.insert(key).second) << limit << " " << i;
      ASSERT_EQ(known.size(), expected.size());
    }
    EXPECT_EQ(known.in_file(), limit == 100000u ? 0 : expected.size() / limit * limit);
    for (std::uint64_t other = 5001; other < 6000; ++other)
      EXPECT_FALSE(known.contains({other * 0x9e3779b97f4a7c15u, other}));
    KnownTraces again;
    std::size_t visited = 0;
    known.for_each([&](const TraceKey& key) {
      ++visited;
      EXPECT_TRUE(again.insert(key));
      EXPECT_FALSE(known.insert(key));
    });
    EXPECT_EQ(visited, expected.size());
    for (const TraceKey& key : expected) EXPECT_TRUE(again.contains(key));
  }
}

TEST(KnownTraces, StayInMemoryIfThereIsNoFile) {
  const char* const before = std::getenv("TMPDIR");
  const std::string folder = before != nullptr ? before : "";
  setenv("TMPDIR", "/no/such/folder", 1);
  KnownTraces known(10);
  for (std::uint64_t i = 1; i <= 1000; ++i) EXPECT_TRUE(known.insert({i, i}));
  for (std::uint64_t i = 1; i <= 1000; ++i) EXPECT_FALSE(known.insert({i, i}));
  EXPECT_EQ(known.size(), 1000u);
  EXPECT_EQ(known.in_file(), 0u);
  if (before != nullptr)
    setenv("TMPDIR", folder.c_str(), 1);
  else
    unsetenv("TMPDIR");
}

TEST(KnownTraces, GiveTheSameExplorationFromAFile) {
  const auto program = model::load(
      "var x; handler h; thread t { for i in 0 .. 6 { post m(i) to h; } } message m(i) { x = i; }",
      "test.mzk");
  for (const std::size_t in_memory : {0u, 50u}) {
    const auto algorithm =
        make_algorithm(AlgorithmName::event, {.event = {.known_in_memory = in_memory}});
    const Summary summary = explore(*program, *algorithm, {.count_traces = true});
    EXPECT_EQ(summary.executions, 720u);
    EXPECT_EQ(summary.distinct_traces, 720u);
    const bool has_file = std::ranges::any_of(summary.statistics, [](const auto& statistic) {
      return statistic.first == "known traces in a temporary file";
    });
    EXPECT_EQ(has_file, in_memory != 0);
  }
}

}  // namespace
}  // namespace mazurka
