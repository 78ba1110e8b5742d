#include "explore/free_choice.h"

#include <set>
#include <vector>

#include <gtest/gtest.h>

namespace mazurka {
namespace {

const std::vector<Choice> enabled_choices = {
    {TaskId{1}, 0}, {TaskId{2}, 0}, {TaskId{2}, 1}, {TaskId{4}, 0}};

Step step_by(std::uint32_t task, std::uint32_t index = 0) {
  Step step;
  step.task = TaskId{task};
  step.index = index;
  return step;
}

TEST(FreeChoice, StartsWithTheFirstTask) {
  EXPECT_EQ(FreeChoice(0).pick(enabled_choices, 0, nullptr), enabled_choices[0]);
}

// Executions with few context switches are easier to read.
TEST(FreeChoice, ContinuesWithTheTaskThatRanLast) {
  const Step last = step_by(4);
  EXPECT_EQ(FreeChoice(0).pick(enabled_choices, 5, &last), enabled_choices[3]);
}

TEST(FreeChoice, TakesTheFirstAlternativeOfATask) {
  const Step last = step_by(2);
  EXPECT_EQ(FreeChoice(0).pick(enabled_choices, 5, &last), enabled_choices[1]);
}

TEST(FreeChoice, TakesTheFirstTaskIfTheLastCannotGoOn) {
  const Step last = step_by(3);
  EXPECT_EQ(FreeChoice(0).pick(enabled_choices, 5, &last), enabled_choices[0]);
}

TEST(FreeChoice, LooksAtTheLastOfTheExecutedSteps) {
  std::vector<Step> executed;
  EXPECT_EQ(FreeChoice(0).pick(enabled_choices, executed), enabled_choices[0]);
  executed = {step_by(1), step_by(4)};
  EXPECT_EQ(FreeChoice(0).pick(enabled_choices, executed), enabled_choices[3]);
  EXPECT_EQ(FreeChoice(7).pick(enabled_choices, executed),
            FreeChoice(7).pick(enabled_choices, 2, &executed[1]));
}

TEST(FreeChoice, IsShuffledBySeedsOnly) {
  EXPECT_FALSE(FreeChoice(0).shuffled());
  EXPECT_TRUE(FreeChoice(1).shuffled());
}

// A candidate sequence is completed twice: to predict where it leads, and to run it.
TEST(FreeChoice, ContinuesTheSameBeginningInTheSameWay) {
  for (std::uint64_t seed = 0; seed < 20; ++seed)
    for (std::uint32_t position = 0; position < 20; ++position) {
      const Step last = step_by(2, position);
      Step same_event = last;
      same_event.choice = 1;  // other properties of the event are ignored
      EXPECT_EQ(FreeChoice(seed).pick(enabled_choices, position, &last),
                FreeChoice(seed).pick(enabled_choices, position, &same_event));
    }
}

// Every choice occurs, at the first step and at later ones, and each of the three inputs matters.
TEST(FreeChoice, WithASeedPicksAnything) {
  std::set<Choice> first, by_seed, by_position, by_event;
  for (std::uint32_t i = 1; i <= 100; ++i) {
    const Step last = step_by(2, 3);
    const Step other = step_by(2, i);
    first.insert(FreeChoice(i).pick(enabled_choices, 0, nullptr));
    by_seed.insert(FreeChoice(i).pick(enabled_choices, 9, &last));
    by_position.insert(FreeChoice(1).pick(enabled_choices, i, &last));
    by_event.insert(FreeChoice(1).pick(enabled_choices, 9, &other));
  }
  for (const auto& picked : {first, by_seed, by_position, by_event})
    EXPECT_EQ(picked, std::set(enabled_choices.begin(), enabled_choices.end()));
}

}  // namespace
}  // namespace mazurka
