#include "explore/algorithm/random.h"

#include <set>

#include <gtest/gtest.h>

#include "core/trace_key.h"
#include "explore/algorithms.h"
#include "explore/explorer.h"
#include "program/model/model.h"

namespace mazurka {
namespace {

// The assertion fails only if b's write comes between a's two reads.
const std::string rare =
    "var x; var y;\n"
    "thread a { let p = x; y = 1; let q = x; assert(p == q); }\n"
    "thread b { x = 1; }";

Summary sampled(const std::string& source, RandomOptions random, bool keep_going = true,
                std::vector<TraceKey>* keys = nullptr) {
  const auto program = model::load(source, "m.mzk");
  const auto algorithm = make_random(random);
  ExploreOptions options;
  options.keep_going = keep_going;
  if (keys != nullptr)
    options.on_execution = [&](const Execution& execution, const Ending&) {
      keys->push_back(key_of(execution));
    };
  return explore(*program, *algorithm, options);
}

class EachStrategy : public testing::TestWithParam<RandomStrategy> {};

TEST_P(EachStrategy, RunsAsManyExecutionsAsItIsTold) {
  const Summary summary = sampled("var x; thread a { x = 1; } thread b { x = 2; }",
                                  {.executions = 37, .strategy = GetParam()});
  EXPECT_EQ(summary.executions, 37u);
  EXPECT_EQ(summary.bound, Bound::sample);  // both orders were seen, but a sample proves nothing
}

TEST_P(EachStrategy, FindsAnErrorThatSomeOrdersHave) {
  const Summary summary = sampled(rare, {.executions = 200, .strategy = GetParam()});
  EXPECT_EQ(summary.errors.size(), 1u);
  EXPECT_LT(summary.error_executions, 200u);
}

TEST_P(EachStrategy, StopsAtTheFirstError) {
  const Summary summary = sampled(rare, {.executions = 10'000, .strategy = GetParam()}, false);
  EXPECT_EQ(summary.errors.size(), 1u);
  EXPECT_EQ(summary.bound, Bound::none);
  EXPECT_LT(summary.executions, 10'000u);
}

TEST_P(EachStrategy, DependsOnTheSeedOnly) {
  std::vector<TraceKey> once;
  std::vector<TraceKey> again;
  std::vector<TraceKey> other;
  (void)sampled(rare, {.executions = 50, .strategy = GetParam(), .seed = 5}, true, &once);
  (void)sampled(rare, {.executions = 50, .strategy = GetParam(), .seed = 5}, true, &again);
  (void)sampled(rare, {.executions = 50, .strategy = GetParam(), .seed = 6}, true, &other);
  EXPECT_EQ(once, again);
  EXPECT_NE(once, other);
}

// There are 4! orders of the writes. Messages, alternatives of a choice and all tasks must be
// picked.
TEST_P(EachStrategy, ReachesEveryTraceInTheEnd) {
  const std::string source =
      "var x; handler h; thread a { post w(1) to h; x = 5; } thread b { x = choose(2); }\n"
      "message w(v) { x = v; }";
  std::vector<TraceKey> keys;
  (void)sampled(source, {.executions = 3000, .strategy = GetParam()}, true, &keys);
  const auto program = model::load(source, "m.mzk");
  const auto event = make_algorithm_for(*program, AlgorithmName::event, {});
  const Summary all = explore(*program, *event, {});
  EXPECT_EQ(std::set(keys.begin(), keys.end()).size(), all.executions);
}

INSTANTIATE_TEST_SUITE_P(Random, EachStrategy,
                         testing::Values(RandomStrategy::uniform, RandomStrategy::pct,
                                         RandomStrategy::pos));

// With depth 1, there are no preemptions: a task runs as long as it can.
TEST(Pct, OfDepthOneHasNoPreemptions) {
  const std::string needs_one = "var x; thread a { x = 1; x = 0; } thread b { assert(x == 0); }";
  EXPECT_TRUE(sampled(needs_one, {.executions = 500, .strategy = RandomStrategy::pct, .depth = 1})
                  .errors.empty());
  EXPECT_FALSE(sampled(needs_one, {.executions = 500, .strategy = RandomStrategy::pct, .depth = 2})
                   .errors.empty());
}

// There are 20 independent steps before the two that matter. A uniform random walk rarely delays
// one of the two for so long, whereas pos samples orders of conflicting steps.
TEST(Pos, SamplesOrdersOfConflictingSteps) {
  std::string source = "var x; var y;\nthread a {";
  for (int i = 0; i < 20; ++i) source += " y = " + std::to_string(i) + ";";
  source += " assert(x == 1); }\nthread b { x = 1; }";
  const auto failing = [&](RandomStrategy strategy) {
    return sampled(source, {.executions = 1000, .strategy = strategy}).error_executions;
  };
  EXPECT_GT(failing(RandomStrategy::pos), 20u);
  EXPECT_LT(failing(RandomStrategy::uniform), 5u);
}

}  // namespace
}  // namespace mazurka
