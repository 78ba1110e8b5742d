#include "explore/algorithm/task_order.h"

#include <gtest/gtest.h>

namespace mazurka {
namespace {

// A task that creates eleven others, the second of which creates one more.
struct Family {
  Registry registry;
  TaskId first = registry.task({});
  std::vector<TaskId> children;
  TaskId grandchild;

  Family() {
    for (std::uint32_t i = 0; i < 11; ++i) children.push_back(registry.task({first, i, 0, {}}));
    grandchild = registry.task({children[1], 0, 0, {}});
  }
};

// As texts, counted from one: 1.1, 1.10, 1.11, 1.2, 1.2.1, 1.3 and so on.
TEST(TaskOrder, ComparesPathsAsTexts) {
  Family family;
  std::vector<Choice> choices;
  for (const TaskId child : family.children) choices.push_back({child});
  choices.push_back({family.grandchild});
  TextOrder order;
  order.sort(choices, family.registry);
  const std::vector<Choice> expected = {
      {family.children[0]}, {family.children[9]}, {family.children[10]}, {family.children[1]},
      {family.grandchild},  {family.children[2]}, {family.children[3]},  {family.children[4]},
      {family.children[5]}, {family.children[6]}, {family.children[7]},  {family.children[8]}};
  EXPECT_EQ(choices, expected);
}

TEST(TaskOrder, KeepsTheOrderOfAlternatives) {
  Family family;
  std::vector<Choice> choices = {
      {family.children[2], 0}, {family.children[2], 1}, {family.children[10], 0}};
  TextOrder order;
  order.sort(choices, family.registry);
  const std::vector<Choice> expected = {
      {family.children[10], 0}, {family.children[2], 0}, {family.children[2], 1}};
  EXPECT_EQ(choices, expected);
}

TEST(TaskOrder, TakesTurns) {
  const std::vector<Choice> enabled = {{TaskId{1}}, {TaskId{4}}, {TaskId{7}}};
  EXPECT_EQ(next_in_turn(enabled, {1}), enabled[1]);
  EXPECT_EQ(next_in_turn(enabled, {5}), enabled[2]);
  EXPECT_EQ(next_in_turn(enabled, {7}), enabled[0]);
}

}  // namespace
}  // namespace mazurka
