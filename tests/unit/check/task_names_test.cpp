#include <algorithm>

#include <gtest/gtest.h>

#include "unit/check/explored_model.h"

namespace mazurka {
namespace {

// In a report, two tasks with the same name would be indistinguishable.
TEST(TaskNames, AreNumberedWhereTheyWouldBeEqual) {
  const Summary summary = explored(R"(var x;
thread main { spawn w(); spawn w(); spawn v(); }
thread w() { x = 1; }
thread v() { x = 2; assert x == 3; })");
  ASSERT_EQ(summary.errors.size(), 1u);
  std::vector<std::string> names;
  for (const ShownTask& task : summary.errors[0].tasks) names.push_back(task.name);
  EXPECT_EQ(names, (std::vector<std::string>{"main", "w", "w #2", "v"}));
}

// The numbers also appear where other tasks mention the task.
TEST(TaskNames, HaveTheirNumbersInTheTextsOfSteps) {
  const Summary summary = explored(R"(var x;
thread main { let a = spawn w(); let b = spawn w(); join a; join b; assert x == 2; }
thread w() { x = 1; })");
  ASSERT_EQ(summary.errors.size(), 1u);
  std::vector<std::string> texts;
  for (const ShownEvent& event : summary.errors[0].events) texts.push_back(event.text);
  for (const char* const text : {"spawn w", "spawn w #2", "join w", "join w #2"})
    EXPECT_EQ(std::ranges::count(texts, text), 1) << text;
}

}  // namespace
}  // namespace mazurka
