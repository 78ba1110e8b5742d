#include "explore/free_choice.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace mazurka {
namespace {

const std::vector<Choice> enabled_choices = {
    {TaskId{1}, 0}, {TaskId{2}, 0}, {TaskId{2}, 1}, {TaskId{4}, 0}};

// Five threads, in the order of their ids.
const Registry& five_threads() {
  static const Registry registry = [] {
    Registry result;
    for (std::uint32_t i = 0; i < 5; ++i) (void)result.task({.ordinal = i});
    return result;
  }();
  return registry;
}

Choice pick(std::uint64_t seed, std::size_t position, const Step* last) {
  return FreeChoice(seed).pick(five_threads(), enabled_choices, position, last);
}

Step step_by(std::uint32_t task, std::uint32_t index = 0) {
  Step step;
  step.task = TaskId{task};
  step.index = index;
  return step;
}

TEST(FreeChoice, StartsWithTheFirstTask) { EXPECT_EQ(pick(0, 0, nullptr), enabled_choices[0]); }

// Executions with few context switches are easier to read.
TEST(FreeChoice, ContinuesWithTheTaskThatRanLast) {
  const Step last = step_by(4);
  EXPECT_EQ(pick(0, 5, &last), enabled_choices[3]);
}

TEST(FreeChoice, TakesTheFirstAlternativeOfATask) {
  const Step last = step_by(2);
  EXPECT_EQ(pick(0, 5, &last), enabled_choices[1]);
}

TEST(FreeChoice, TakesTheFirstTaskIfTheLastCannotGoOn) {
  const Step last = step_by(3);
  EXPECT_EQ(pick(0, 5, &last), enabled_choices[0]);
}

// A process that has met the same tasks in another order makes the same choices, also of which task
// to wake.
TEST(FreeChoice, DoesNotDependOnIds) {
  const auto picked = [](std::uint64_t seed, bool is_reversed, bool wakes) {
    Registry registry;
    const TaskId main = registry.task({});
    std::vector<TaskId> threads(4);
    for (std::uint32_t i = 0; i < 4; ++i) {
      const std::uint32_t ordinal = is_reversed ? 3 - i : i;
      threads[ordinal] = registry.task({.creator = main, .ordinal = ordinal});
    }
    const TaskId grandchild = registry.task({.creator = threads[0]});
    std::vector<Choice> choices;
    for (const TaskId thread : threads)
      choices.push_back(wakes ? Choice{main, value_waking(thread)} : Choice{thread});
    if (!wakes) choices.push_back({grandchild});
    std::ranges::sort(choices);
    Step last;
    last.task = main;
    const Choice choice = FreeChoice(seed).pick(registry, choices, 5, &last);
    return registry.path_of(wakes ? woken_task(choice.value) : choice.task);
  };
  std::set<std::string> all;
  for (std::uint64_t seed = 0; seed < 40; ++seed)
    for (const bool wakes : {false, true}) {
      EXPECT_EQ(picked(seed, false, wakes), picked(seed, true, wakes)) << seed;
      all.insert(picked(seed, true, wakes));
    }
  EXPECT_EQ(picked(0, true, false), "0.0");
  EXPECT_EQ(picked(0, true, true), "0.0");
  EXPECT_EQ(all, (std::set<std::string>{"0.0", "0.1", "0.2", "0.3", "0.0.0"}));
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
      EXPECT_EQ(pick(seed, position, &last), pick(seed, position, &same_event));
    }
}

// Every choice occurs, at the first step and at later ones, and each of the three inputs matters.
TEST(FreeChoice, WithASeedPicksAnything) {
  std::set<Choice> first, by_seed, by_position, by_event;
  for (std::uint32_t i = 1; i <= 100; ++i) {
    const Step last = step_by(2, 3);
    const Step other = step_by(2, i);
    first.insert(pick(i, 0, nullptr));
    by_seed.insert(pick(i, 9, &last));
    by_position.insert(pick(1, i, &last));
    by_event.insert(pick(1, 9, &other));
  }
  for (const auto& picked : {first, by_seed, by_position, by_event})
    EXPECT_EQ(picked, std::set(enabled_choices.begin(), enabled_choices.end()));
}

}  // namespace
}  // namespace mazurka
