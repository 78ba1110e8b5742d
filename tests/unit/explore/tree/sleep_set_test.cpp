#include "explore/tree/sleep_set.h"

#include <gtest/gtest.h>

#include "unit/explore/hand_made_steps.h"

namespace mazurka {
namespace {

TEST(SleepSet, ContainsTheStepsThatWereAdded) {
  HandMadeSteps steps(1);
  SleepSet asleep;
  asleep.add(steps.step(1, 0));
  EXPECT_TRUE(asleep.contains({TaskId{1}, 0}));
  EXPECT_FALSE(asleep.contains({TaskId{0}, 0}));
  EXPECT_FALSE(asleep.contains({TaskId{1}, 1}));  // another alternative of the same task
  asleep.clear();
  EXPECT_FALSE(asleep.contains({TaskId{1}, 0}));
}

// Sleep' = {q ∈ sleep(E) | E ⊢ p ◇ q}.
TEST(SleepSet, AStepSleepsOnOnlyAfterStepsThatItIsIndependentOf) {
  std::uint32_t woken = 0;
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    SCOPED_TRACE(seed);
    HandMadeSteps steps(seed, 4);
    SleepSet before;
    for (std::uint32_t task = 1; task < 4; ++task) before.add(steps.step(task, 0));
    const Step& executed = steps.step(0, 0);
    SleepSet after;
    after.become_rest_of(before, executed, steps.registry(), steps.table());
    for (std::uint32_t task = 1; task < 4; ++task) {
      const bool sleeps = after.contains({TaskId{task}, 0});
      EXPECT_EQ(sleeps, !steps.are_dependent(executed, steps.step(task, 0)));
      woken += sleeps ? 0 : 1;
    }
    EXPECT_EQ(before.steps().size(), 3u);
  }
  EXPECT_GT(woken, 50u);
}

// After a task takes a step, its next step is a different one.
TEST(SleepSet, AStepOfTheTaskThatRanIsNoLongerAsleep) {
  HandMadeSteps steps(1);
  SleepSet before;
  before.add(steps.step(0, 0));
  SleepSet after;
  after.become_rest_of(before, steps.step(0, 0), steps.registry(), steps.table());
  EXPECT_TRUE(after.steps().empty());
}

}  // namespace
}  // namespace mazurka
