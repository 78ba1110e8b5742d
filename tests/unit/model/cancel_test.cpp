// Cancelling tasks that have not started.
#include <string>

#include <gtest/gtest.h>

#include "core/user_error.h"
#include "explore/algorithms.h"
#include "explore/explorer.h"
#include "explore/robust/robustness.h"
#include "program/model/model.h"

namespace mazurka::model_test {
namespace {

Summary explored_to_the_end(const std::string& source) {
  const auto program = model::load(source, "test.mzk", {});
  const auto algorithm = make_algorithm_for(*program, AlgorithmName::event, {});
  ExploreOptions options;
  options.keep_going = true;
  return explore(*program, *algorithm, options);
}

RobustSummary judged(const std::string& source) {
  const auto program = model::load(source, "test.mzk", {});
  return check_robustness(*program, {});
}

std::string refused(const std::string& source) {
  try {
    static_cast<void>(model::load(source, "test.mzk", {}));
  } catch (const UserError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Cancel, KeepsAThreadFromStartingOrHasNoEffect) {
  const Summary summary = explored_to_the_end(
      "var x, y; thread main { let t = spawn w(); cancel t; y = x; assert y == 0 || y == 1; }\n"
      "thread w() { x = 1; }");
  EXPECT_TRUE(summary.errors.empty());
  EXPECT_EQ(summary.deadlocks, 0u);
  // Cancelled; or started, and y = x comes before or after x = 1.
  EXPECT_EQ(summary.executions, 3u);
}

TEST(Cancel, HasNoEffectOnATaskThatRunsOrHasEnded) {
  const Summary summary = explored_to_the_end(
      "var x; thread main { let t = spawn w(); join t; cancel t; cancel self; assert x == 1; }\n"
      "thread w() { x = 1; }");
  EXPECT_TRUE(summary.errors.empty());
  EXPECT_EQ(summary.executions, 1u);
}

TEST(Cancel, LetsAJoinWaitForever) {
  const Summary summary =
      explored_to_the_end("thread main { let t = spawn w(); cancel t; join t; } thread w() { }");
  ASSERT_EQ(summary.errors.size(), 1u);
  EXPECT_EQ(summary.deadlocks, 1u);
  const Finding& finding = summary.errors.front().finding;
  ASSERT_EQ(finding.because.size(), 2u);
  EXPECT_EQ(finding.because[1].text, "was cancelled before it started (test.mzk:1)");
}

TEST(Cancel, OfAValueThatIsNoIdIsAMisuse) {
  const Summary summary = explored_to_the_end("thread main { cancel 5; }");
  ASSERT_EQ(summary.errors.size(), 1u);
  EXPECT_EQ(summary.errors.front().finding.message, "cancel of 5, which is not a thread");
}

TEST(Cancel, IsANameWhereAVariableIsMeant) {
  EXPECT_EQ(refused("var cancel, a[2]; thread t { cancel = 1; a[cancel] = cancel; }"), "accepted");
  EXPECT_EQ(refused("var cancel[2]; thread t { cancel[1] = cancel[0]; }"), "accepted");
}

TEST(Cancel, NeedsADelayedPostForTheIdOfAPost) {
  const std::string error =
      refused("handler ui; message m { }\nthread t { let p = post m to ui; cancel p; }");
  EXPECT_NE(error.find("a post has no value"), std::string::npos) << error;
  EXPECT_EQ(
      refused("handler ui; message m { }\nthread t { let p = post m to ui delayed; cancel p; }"),
      "accepted");
}

// No serial order of the events ends with shown == 0 and a task that never started, so without the
// exception for cancelling this state would be a violation.
TEST(Cancel, IsNoConflictBetweenEventsButOneWithinAnEvent) {
  const RobustSummary between = judged(
      "var shown, task; handler ui; thread user { post a to ui; post b to ui; }\n"
      "message a { let t = spawn w(); task = t; } thread w() { shown = 1; }\n"
      "message b { let t = task; if (t != 0) { cancel t; } }");
  EXPECT_EQ(between.serialisability, RobustVerdict::holds);
  ASSERT_EQ(between.outside.size(), 1u);
  EXPECT_NE(between.outside.front().find("its order with the start of that task is no conflict"),
            std::string::npos)
      << between.outside.front();

  const RobustSummary within = judged(
      "var shown; handler ui; thread user { post a to ui; }\n"
      "message a { let t = spawn w(); cancel t; } thread w() { shown = 1; }");
  ASSERT_EQ(within.events.size(), 1u);
  EXPECT_EQ(within.events.front().determinism, RobustVerdict::violated);
}

}  // namespace
}  // namespace mazurka::model_test
