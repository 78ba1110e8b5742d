#include "explore/tree_estimate.h"

#include <cmath>

#include <gtest/gtest.h>

#include "explore/explorer.h"
#include "explore/sampled_estimate.h"
#include "program/model/model.h"

namespace mazurka {
namespace {

std::string writers(int count) {
  return "var x; const N = " + std::to_string(count) + "; thread[N] w(i) { x = i; }";
}

Summary explored(const std::string& source, std::uint64_t most, AlgorithmName name) {
  const auto program = model::load(source, "m.mzk");
  const auto algorithm = make_algorithm(name, {});
  ExploreOptions options;
  options.max_executions = most;
  options.estimates = true;
  return explore(*program, *algorithm, options);
}

// n writers of one variable have n! traces, and the tree is the same everywhere: what is planned is
// just like what was seen, as soon as one path is known down to its end.
TEST(TreeEstimate, IsCloseForARegularTree) {
  const Summary summary = explored(writers(8), 500, AlgorithmName::optimal);
  ASSERT_TRUE(summary.estimate.has_value());
  EXPECT_GT(summary.estimate->executions, 40'320 / 3.0);
  EXPECT_LT(summary.estimate->executions, 40'320 * 3.0);
}

// Optimal algorithms plan nothing in vain.
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
  const auto make = [](std::uint64_t seed) {
    return make_algorithm(AlgorithmName::event, {.order_seed = seed});
  };
  const SampledEstimate found = estimate(*program, make, 20, 1000, nullptr);
  EXPECT_TRUE(found.is_exact);
  EXPECT_EQ(found.executions, 24);
}

}  // namespace
}  // namespace mazurka
