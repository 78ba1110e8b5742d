// Random executions in the middle of an exploration in order.
#include "explore/sample.h"

#include <string>

#include <gtest/gtest.h>

#include "explore/algorithms.h"
#include "explore/checkpoint.h"
#include "explore/explorer.h"
#include "program/model/model.h"

namespace mazurka {
namespace {

Summary explored_with_sample(const std::string& source, const ExploreOptions& options) {
  const auto program = model::load(source, "test.mzk", {});
  const auto algorithm = make_algorithm_for(*program, AlgorithmName::optimal, {});
  return explore(*program, *algorithm, options);
}

// n threads that each add to one counter: n! traces.
std::string adders(int count, const std::string& last = "") {
  std::string result = "var x, early;";
  for (int i = 0; i < count; ++i)
    result += " thread t" + std::to_string(i) + " { fetch_add(x, 1); }";
  return result + last;
}

ExploreOptions sampling(bool keep_going = false) {
  ExploreOptions options;
  options.samples = true;
  options.keep_going = keep_going;
  return options;
}

TEST(Sample, IsRunOnceAndCountedApart) {
  const Summary summary = explored_with_sample(adders(7), sampling());
  EXPECT_EQ(summary.executions, 5040u);
  EXPECT_EQ(summary.sampled, sample_size);
}

TEST(Sample, IsNotRunForSmallProgramsOrWithoutTheOption) {
  EXPECT_EQ(explored_with_sample(adders(6), sampling()).sampled, 0u);
  EXPECT_EQ(explored_with_sample(adders(7), {}).sampled, 0u);
}

TEST(Sample, IsNotCountedByTheBoundOnExecutions) {
  ExploreOptions options = sampling();
  options.max_executions = 1500;
  const Summary summary = explored_with_sample(adders(7), options);
  EXPECT_EQ(summary.maximal_executions(), 1500u);
  EXPECT_EQ(summary.sampled, sample_size);
  options.max_executions = 1000;
  EXPECT_EQ(explored_with_sample(adders(7), options).sampled, 0u);
}

TEST(Sample, IsNotRunAgainByAResumedExploration) {
  Checkpoint saved;
  ExploreOptions options = sampling();
  options.max_executions = 1500;
  options.save = [&](const Checkpoint& checkpoint) { saved = checkpoint; };
  EXPECT_EQ(explored_with_sample(adders(7), options).sampled, sample_size);
  ExploreOptions rest = sampling();
  rest.resume = &saved;
  const auto program = model::load(adders(7), "test.mzk", {});
  use_facts_of(saved, *program);
  const auto algorithm = make_algorithm_for(*program, AlgorithmName::optimal, {});
  const Summary summary = explore(*program, *algorithm, rest);
  EXPECT_EQ(summary.executions, 5040u);
  EXPECT_EQ(summary.sampled, 0u);
}

// The first thread to run is changed last by an exploration in order, so the error is far away.
TEST(Sample, FindsAnErrorThatIsFarAwayInOrder) {
  const std::string source =
      adders(8, " thread late { let r = x; assert r != 0 || early == 0; } thread z { early = 1; }");
  ExploreOptions in_order;
  in_order.max_executions = 2000;
  EXPECT_TRUE(explored_with_sample(source, in_order).errors.empty());
  const Summary summary = explored_with_sample(source, sampling());
  ASSERT_EQ(summary.errors.size(), 1u);
  EXPECT_TRUE(summary.stopped_at_error);
  EXPECT_GT(summary.sampled, 0u);
  EXPECT_LE(summary.maximal_executions(), sample_after);
  // The schedule is that of the random execution.
  const auto program = model::load(source, "test.mzk", {});
  program->restart();
  for (const Choice& choice : summary.errors.front().choices)
    ASSERT_NE(program->step(choice), nullptr);
  EXPECT_EQ(program->ending().kind, EndingKind::error);
}

TEST(Sample, LeavesTheTracesAsTheyAreIfTheExplorationContinues) {
  const std::string source = adders(6,
                                    " thread late { let r = x; assert r != 0 || early == 0; }"
                                    " thread z { early = 1; }");
  ExploreOptions without;
  without.keep_going = true;
  const Summary expected = explored_with_sample(source, without);
  const Summary summary = explored_with_sample(source, sampling(true));
  EXPECT_EQ(summary.maximal_executions(), expected.maximal_executions());
  EXPECT_EQ(summary.errors.size(), expected.errors.size());
}

}  // namespace
}  // namespace mazurka
