#include "explore/tree_estimate.h"

#include <gtest/gtest.h>

#include "explore/algorithms.h"
#include "explore/estimate/sampled_estimate.h"
#include "explore/explorer.h"
#include "program/model/model.h"

namespace mazurka {
namespace {

std::string writers(int count) {
  std::string source = "var x;";
  for (int i = 0; i < count; ++i)
    source += " thread w" + std::to_string(i) + " { x = " + std::to_string(i) + "; }";
  return source;
}

Summary explored(const std::string& source, std::uint64_t most, AlgorithmName name) {
  const auto program = model::load(source, "m.mzk");
  const auto algorithm = make_algorithm_for(*program, name, {});
  ExploreOptions options;
  options.max_executions = most;
  options.estimates = true;
  return explore(*program, *algorithm, options);
}

// n writers of one variable have n! traces, and all subtrees of one depth have the same shape, so
// branches that are still to be explored resemble those already explored. The estimate misses only
// branches near the root that have not been discovered yet.
TEST(TreeEstimate, GetsCloserAsMoreIsExplored) {
  for (const auto& [executions, factor] : {std::pair(500u, 10.0), {5'000u, 4.0}, {20'160u, 1.5}}) {
    const Summary summary = explored(writers(8), executions, AlgorithmName::optimal);
    ASSERT_TRUE(summary.estimate.has_value());
    EXPECT_GT(summary.estimate->executions, 40'320 / factor);
    EXPECT_LT(summary.estimate->executions, 40'320 * factor);
  }
}

// Optimal algorithms collect no redundant sequences, so each one counts as an execution.
TEST(TreeEstimate, KnowsHowManyThereAreAtLeast) {
  for (const std::uint64_t most : {1u, 10u, 100u, 119u}) {
    const Summary summary = explored(writers(5), most, AlgorithmName::optimal);
    ASSERT_TRUE(summary.estimate.has_value());
    EXPECT_GE(summary.estimate->least, static_cast<double>(most + 1));
    EXPECT_LE(summary.estimate->least, 120.0);
    EXPECT_GE(summary.estimate->executions, summary.estimate->least);
  }
}

TEST(TreeEstimate, IsAlmostExactNearTheEnd) {
  const Summary summary = explored(writers(6), 719, AlgorithmName::optimal);
  ASSERT_TRUE(summary.estimate.has_value());
  EXPECT_NEAR(summary.estimate->executions, 720, 2);
}

TEST(SampledEstimate, IsExactIfEverythingWasRun) {
  const auto program = model::load(writers(4), "m.mzk");
  const auto make = [&](std::uint64_t seed) {
    return make_algorithm_for(*program, AlgorithmName::event, {.order_seed = seed});
  };
  const SampledEstimate found = estimate(*program, make, {.executions = 1'000}, 1000, nullptr);
  EXPECT_TRUE(found.is_exact);
  EXPECT_EQ(found.outlook.executions, 24);
  EXPECT_EQ(found.outlook.high, 24);
}

TEST(SampledEstimate, HasAnIntervalAroundTheTruthForWriters) {
  const auto program = model::load(writers(8), "m.mzk");  // 40,320 traces
  const auto make = [&](std::uint64_t seed) {
    return make_algorithm_for(*program, AlgorithmName::event, {.order_seed = seed});
  };
  const SampledEstimate found = estimate(*program, make, {.executions = 4'000}, 1000, nullptr);
  EXPECT_FALSE(found.is_exact);
  EXPECT_EQ(found.explorations, 4u);
  EXPECT_EQ(found.explored, 4'000u);
  EXPECT_LT(found.outlook.low, 40'320);
  EXPECT_GT(found.outlook.high, 40'320);
  EXPECT_GE(found.outlook.low, found.tree.least);
  EXPECT_LE(found.outlook.low, found.outlook.executions);
  EXPECT_LE(found.outlook.executions, found.outlook.high);
}

}  // namespace
}  // namespace mazurka
