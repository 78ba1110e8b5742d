#include "explore/algorithm/replay.h"

#include <gtest/gtest.h>

#include "core/user_error.h"
#include "unit/check/explored_model.h"

namespace mazurka {
namespace {

Summary replayed(std::string_view source, const Schedule& schedule,
                 std::uint64_t max_steps = 1000) {
  const auto program = model::load(source, "folder/m.mzk");
  ExploreOptions options;
  options.keep_going = true;
  options.max_steps = max_steps;
  return explore(*program, *make_replay(schedule, "s"), options);
}

std::string complaint(std::string_view source, const Schedule& schedule) {
  try {
    (void)replayed(source, schedule);
  } catch (const UserError& error) {
    return error.what();
  }
  return "accepted";
}

std::vector<std::string> texts_of(const Counterexample& error) {
  std::vector<std::string> texts;
  for (const ShownEvent& event : error.events) texts.push_back(event.text);
  return texts;
}

constexpr std::string_view two_writers = R"(var x;
thread t { x = 1; }
thread u { x = 2; })";

// Each program makes a different kind of choice: tasks, values, woken sleepers, messages.
TEST(Replay, ShowsTheSameErrorAgain) {
  for (const std::string_view source :
       {"var x;\nthread t { x = 1; assert x == 1; }\nthread u { x = 2; }",
        "var x;\nthread t { x = choose(3); x = choose(5); assert x != 4; }",
        "lock l; cond c; var n;\nthread a { lock(l); while (n == 0) { wait(c, l); } unlock(l); }\n"
        "thread b { lock(l); while (n == 0) { wait(c, l); } unlock(l); }\n"
        "thread p { signal(c); lock(l); n = 1; signal(c); unlock(l); }",
        "handler h; var x;\nthread t { for i in 0..3 { post m(i) to h; } }\n"
        "message m(i) { assert x != 2; x = i; }",
        "lock A, B;\nthread a { lock(A); lock(B); unlock(B); unlock(A); }\n"
        "thread b { lock(B); lock(A); unlock(A); unlock(B); }"}) {
    SCOPED_TRACE(source);
    const Summary found = all_errors_of(source);
    ASSERT_FALSE(found.errors.empty());
    for (const Counterexample& error : found.errors) {
      const Schedule read = parse_schedule(to_text(error.schedule), "s");
      const Summary again = replayed(source, read);
      EXPECT_EQ(again.maximal_executions(), 1u);
      ASSERT_FALSE(again.errors.empty());
      EXPECT_EQ(texts_of(again.errors[0]), texts_of(error));
    }
  }
}

TEST(Replay, OfALivelockStopsWhereItWasGivenUp) {
  constexpr std::string_view source = "var x;\nthread t { while (x == 0) { } }";
  ExploreOptions options;
  options.max_steps = 20;
  const Summary found = explored(source, options);
  ASSERT_EQ(found.errors.size(), 1u);
  EXPECT_EQ(found.errors[0].schedule.max_steps, 20u);
  const Summary again = replayed(source, found.errors[0].schedule, 20);
  ASSERT_EQ(again.errors.size(), 1u);
  EXPECT_EQ(again.errors[0].finding.kind, FindingKind::livelock);
}

TEST(Replay, OfAnExecutionWithoutErrorFindsNone) {
  const Summary summary = replayed(two_writers, {.steps = {{.task = "1"}, {.task = "0"}}});
  EXPECT_EQ(summary.executions, 1u);
  EXPECT_TRUE(summary.errors.empty());
}

TEST(Replay, SaysWhichStepIsNotPossibleAndWhatIs) {
  EXPECT_EQ(
      complaint(two_writers, {.steps = {{.task = "0", .comment = "t: x = 1"}, {.task = "0"}}}),
      "s: step 2, task 0, is not possible; possible is task 1 (u: write x)");
  EXPECT_EQ(
      complaint(two_writers, {.steps = {{.task = "0", .value = 3}}}),
      "s: step 1, task 0 choosing 3, is not possible; possible is task 0 (t: write x), task 1 "
      "(u: write x)");
  EXPECT_EQ(
      complaint(two_writers, {.steps = {{.task = "0", .woken = "1"}}}),
      "s: step 1, task 0 waking task 1, is not possible; possible is task 0 (t: write x), task "
      "1 (u: write x)");
}

TEST(Replay, WantsTheScheduleToCoverTheExecution) {
  EXPECT_EQ(complaint(two_writers, {.steps = {{.task = "0"}}}),
            "s: the schedule ends after 1 steps, but the execution continues: task 1 (u: write x)");
  EXPECT_EQ(complaint(two_writers, {.steps = {{.task = "0"}, {.task = "1"}, {.task = "1"}}}),
            "s: the execution ends after 2 steps, but the schedule has 3");
}

}  // namespace
}  // namespace mazurka
