#include "explore/race/initials.h"

#include <gtest/gtest.h>

#include "unit/explore/hand_made_steps.h"

namespace mazurka {
namespace {

using Sequence = HandMadeSteps::Sequence;

// By definition, a step is a weak initial of a sequence if some execution begins with the step and
// is equivalent to one that begins with the sequence.
TEST(WeakInitials, AreTheStepsThatAnEquivalentExecutionCanBeginWith) {
  std::uint32_t positive = 0;
  std::uint32_t negative = 0;
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    SCOPED_TRACE(seed);
    HandMadeSteps steps(seed);
    const Sequence sequence = steps.random_sequence(6);
    for (std::uint32_t task = 0; task < steps.task_count(); ++task) {
      const Step& first = steps.step(task, 0);
      const WeakInitial initial = weak_initial(first, sequence, steps.registry(), steps.table());
      EXPECT_EQ(initial.holds, steps.are_consistent({first}, sequence));
      ++(initial.holds ? positive : negative);
    }
  }
  EXPECT_GT(positive, 100u);
  EXPECT_GT(negative, 100u);
}

TEST(WeakInitials, TellWhereTheStepStands) {
  HandMadeSteps steps(1);
  const Step& a = steps.step(0, 0);
  WeakInitial initial = weak_initial(a, Sequence{a}, steps.registry(), steps.table());
  EXPECT_TRUE(initial.holds);
  EXPECT_EQ(initial.index, 0u);
  initial = weak_initial(a, Sequence{}, steps.registry(), steps.table());
  EXPECT_TRUE(initial.holds);
  EXPECT_EQ(initial.index, WeakInitial::not_contained);
}

// The values of a `choose` are mutually exclusive.
TEST(WeakInitials, AnotherChoiceOfTheSameTaskIsNone) {
  HandMadeSteps steps(1);
  Step other = steps.step(0, 0);
  other.choice = 1;
  const WeakInitial initial =
      weak_initial(other, Sequence{steps.step(0, 0)}, steps.registry(), steps.table());
  EXPECT_FALSE(initial.holds);
}

}  // namespace
}  // namespace mazurka
