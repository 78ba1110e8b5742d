// Procedures: calls, values, registers of their own, recursion, and the limit on its depth.
#include <string>

#include <gtest/gtest.h>

#include "core/registry.h"
#include "explore/algorithms.h"
#include "explore/explorer.h"
#include "program/model/model.h"
#include "unit/model/run.h"

namespace mazurka::model_test {
namespace {

Summary explored(const std::string& source, std::uint32_t max_depth = 1000) {
  const auto program = model::load(source, "test.mzk", {}, {.max_depth = max_depth});
  const auto algorithm = make_algorithm(AlgorithmName::optimal, {});
  ExploreOptions options;
  options.keep_going = true;
  return explore(*program, *algorithm, options);
}

bool passes(const std::string& source) { return explored(source).errors.empty(); }

TEST(Procedures, ReturnValuesAndHaveRegistersOfTheirOwn) {
  const Summary summary = explored(
      "var x; procedure twice(n) { let r = n + n; return r; }\n"
      "thread t { let r = 3; let s = call twice(r) * 10 + call twice(1);\n"
      "  assert r == 3 && s == 62; x = call twice(call twice(2)); assert x == 8; }");
  EXPECT_TRUE(summary.errors.empty());
  EXPECT_EQ(summary.executions, 1u);
}

TEST(Procedures, ReturnNothingAs0AndEndTasks) {
  EXPECT_TRUE(passes(
      "var x; procedure p(n) { if (n == 1) { return; } x = n; }\n"
      "thread t { assert call p(1) == 0; assert call p(2) == 0; assert x == 2; return; x = 9; }"));
}

TEST(Procedures, CallThemselves) {
  EXPECT_TRUE(
      passes("procedure fibonacci(n) {\n"
             "  if (n < 2) { return n; } return call fibonacci(n - 1) + call fibonacci(n - 2); }\n"
             "thread t { assert call fibonacci(15) == 610; }"));
}

// Each of the two calls reads and writes x: as many traces as without a procedure.
TEST(Procedures, MakeTheEventsOfTheirBody) {
  const std::string both = "thread a { %; } thread b { %; } ";
  const auto with = [](std::string text, const std::string& statement) {
    for (std::size_t at = text.find('%'); at != std::string::npos; at = text.find('%'))
      text.replace(at, 1, statement);
    return text;
  };
  EXPECT_EQ(explored("var x; procedure add(n) { x = x + n; } " + with(both, "call add(1)"))
                .maximal_executions(),
            explored("var x; " + with(both, "x = x + 1")).maximal_executions());
}

TEST(Procedures, CreateTasksLockAndWaitForTheirTask) {
  const Summary summary = explored(
      "var x; lock l; handler h; message m(v) { call add(v); } thread s(v) { call add(v); }\n"
      "procedure add(v) { lock(l); x = x + v; unlock(l); }\n"
      "procedure both(v) { post m(v) to h; let t = spawn s(v); join t; await x >= v; }\n"
      "thread t { call both(2); await x == 4; }");
  EXPECT_TRUE(summary.errors.empty());
  EXPECT_EQ(summary.deadlocks, 0u);
}

// 3 is as deep as 3 nested calls; the fourth stops the task, and only that task.
TEST(Procedures, StopTheirTaskWhereCallsAreTooDeep) {
  const std::string source =
      "var x, y; procedure down(n) { x = n; if (n > 0) { call down(n - 1); } }\n"
      "thread t { call down(3); y = 1; } thread other { assert y == 0; }";
  const Summary enough = explored(source, 4);
  EXPECT_EQ(enough.bound, Bound::none);
  EXPECT_EQ(enough.too_deep, 0u);
  EXPECT_FALSE(enough.errors.empty());
  const Summary cut = explored(source, 3);
  EXPECT_EQ(cut.bound, Bound::depth);
  EXPECT_EQ(cut.too_deep, cut.maximal_executions());
  EXPECT_EQ(cut.too_deep_at, "test.mzk:1:51");
  EXPECT_TRUE(cut.errors.empty());
}

TEST(Procedures, ThatNeverEndAreCutOff) {
  const Summary summary = explored("procedure p() { call p(); } thread t { call p(); }");
  EXPECT_EQ(summary.bound, Bound::depth);
  EXPECT_EQ(summary.too_deep, 1u);
}

TEST(Procedures, MistakesAreFoundBeforeAnythingRuns) {
  const UserError unknown = error_of("procedure add(n) { } thread t { call ad(1); }");
  EXPECT_EQ(unknown.where, "test.mzk:1:38");
  EXPECT_EQ(unknown.message, "unknown procedure 'ad'");
  EXPECT_EQ(unknown.hint, "did you mean 'add'?");
  const UserError number = error_of("procedure add(n) { } thread t { call add(); }");
  EXPECT_EQ(number.message, "'add' takes 1 argument, not 0");
  EXPECT_EQ(number.hint, "it is a procedure, declared in line 1");
  EXPECT_EQ(error_of("thread t { return 1; }").message,
            "a thread or message has no value to return");
  EXPECT_EQ(error_of("procedure p() { } procedure p() { }").message, "'p' is declared twice");
  EXPECT_EQ(error_of("procedure p() { } var x; thread t { await call p() == 1; }").message,
            "an await cannot contain a call");
}

// The words are keywords only where a procedure can be meant.
TEST(Procedures, LeaveTheirWordsToOlderModels) {
  EXPECT_TRUE(passes(
      "var call, return, procedure; thread t { call = 1; return = call + 1; procedure = return;\n"
      "  assert procedure == 2; }"));
}

// A condition of the environment: the message is posted only when it holds.
TEST(Posts, WaitForTheirCondition) {
  const Summary summary = explored(
      "var visible; handler ui; thread user { post click to ui when visible == 1; }\n"
      "message click { assert visible == 1; } thread app { visible = 1; }");
  EXPECT_TRUE(summary.errors.empty());
  EXPECT_EQ(summary.maximal_executions(), 1u);
  const Summary never = explored(
      "var visible; handler ui; thread user { post click to ui when visible; } message click { }");
  EXPECT_EQ(never.deadlocks, 1u);
}

}  // namespace
}  // namespace mazurka::model_test
