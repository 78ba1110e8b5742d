#include "core/state_key.h"

#include <set>

#include <gtest/gtest.h>

#include "explore/algorithms.h"
#include "explore/checkpoint.h"
#include "explore/checkpoint_io.h"
#include "explore/explorer.h"
#include "program/model/model.h"

namespace mazurka {
namespace {

TEST(StateKey, ExtraStateChangesBothHalves) {
  const TraceKey trace{.high = 17, .low = 4};
  std::set<std::uint64_t> halves;
  for (std::uint64_t extra = 0; extra < 1'000; ++extra) {
    const TraceKey key = with_extra(trace, extra);
    EXPECT_TRUE(halves.insert(key.high).second) << extra;
    EXPECT_TRUE(halves.insert(key.low).second) << extra;
  }
}

// The two posts do not conflict, so both of their orders have the same trace. Only the mailbox
// tells these two states apart, and it must do so in each half of the key.
TEST(StateKey, EachHalfTellsTheStatesOfBruteForceApart) {
  const auto program = model::load(
      "var x; handler h fifo; thread a { post m(1) to h; } thread b { post m(2) to h; }\n"
      "message m(v) { x = v; }",
      "m.mzk");
  const auto algorithm = make_algorithm(AlgorithmName::naive, {});
  Checkpoint checkpoint;
  ExploreOptions options;
  options.save = [&](const Checkpoint& latest) { checkpoint = latest; };
  options.max_executions = 2;
  (void)explore(*program, *algorithm, options);
  ASSERT_FALSE(checkpoint.algorithm.empty());

  const RestoredNames names(*program, checkpoint.names);
  CheckpointReader words(program->registry(), names, checkpoint.algorithm);
  for (std::size_t depth = 0; depth <= checkpoint.kept.size(); ++depth)
    words.list([&] { (void)words.choice(); });
  std::size_t states = 0;
  std::set<std::uint64_t> high;
  std::set<std::uint64_t> low;
  words.list([&] {
    const TraceKey key = words.key();
    ++states;
    high.insert(key.high);
    low.insert(key.low);
  });
  EXPECT_GE(states, 5u);
  EXPECT_EQ(high.size(), states);
  EXPECT_EQ(low.size(), states);
}

}  // namespace
}  // namespace mazurka
