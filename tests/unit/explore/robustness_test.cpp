// Tests bounds, and executions that are recorded and replayed. The property tests check
// that the verdicts are right.
#include "explore/robust/robustness.h"

#include <string>

#include <gtest/gtest.h>

#include "core/user_error.h"
#include "program/model/model.h"
#include "program/recorded/recorded.h"

namespace mazurka {
namespace {

constexpr std::string_view overlapping =
    "var x, seen; handler ui; thread env { post look to ui; post set to ui; }\n"
    "message look { seen = x; spawn again(); } thread again() { seen = seen * 10 + x; }\n"
    "message set { x = 1; }";

constexpr std::string_view undetermined =
    "var x, y; handler ui; thread env { post e to ui; post other to ui; }\n"
    "message e { spawn p(); spawn q(); } thread p() { x = 1; } thread q() { x = 2; }\n"
    "message other { y = 1; }";

RobustSummary check(std::string_view source, RobustOptions options) {
  const auto program = model::load(source, "m.mzk");
  return check_robustness(*program, options);
}

RobustSummary replayed_robustness(std::string_view source, const Schedule& schedule) {
  const auto program = model::load(source, "m.mzk");
  return replay_robustness(*program, parse_schedule(to_text(schedule), "s"), "s");
}

Schedule recorded(const RobustSummary& summary) {
  Schedule schedule = summary.cases.at(0).concurrent.schedule;
  schedule.program = "m.mzk";
  schedule.program_hash = "0";
  schedule.main = summary.main;
  schedule.verdict = name_of(summary.cases.at(0).verdict);
  return schedule;
}

TEST(Robustness, ARecordedExecutionShowsTheSameCaseAgain) {
  for (const std::string_view source : {overlapping, undetermined})
    for (const RobustMethod method : {RobustMethod::explore, RobustMethod::sequential}) {
      SCOPED_TRACE(source);
      const RobustSummary found = check(source, {.method = method});
      ASSERT_EQ(found.cases.size(), 1u);
      const RobustSummary again = replayed_robustness(source, recorded(found));
      ASSERT_EQ(again.cases.size(), 1u);
      EXPECT_EQ(again.cases[0].is_determinism, found.cases[0].is_determinism);
      EXPECT_EQ(again.cases[0].verdict, RobustVerdict::violated);
      if (found.cases[0].is_determinism)
        EXPECT_EQ(again.events.at(0).determinism, RobustVerdict::violated);
      else
        EXPECT_EQ(again.serialisability, RobustVerdict::violated);
      EXPECT_EQ(again.cases[0].concurrent.finding.message,
                found.cases[0].concurrent.finding.message);
      EXPECT_EQ(again.cases[0].difference.size(), found.cases[0].difference.size());
    }
}

TEST(Robustness, AScheduleOfAnotherExecutionIsRefusedOrShowsNothing) {
  Schedule schedule = recorded(check(overlapping, {}));
  std::vector<ScheduleStep>& steps = schedule.steps.change();
  std::swap(steps.front(), steps.back());
  EXPECT_THROW((void)replayed_robustness(overlapping, schedule), UserError);
  schedule = recorded(check(overlapping, {}));
  schedule.steps.change().resize(2);
  EXPECT_TRUE(replayed_robustness(overlapping, schedule).cases.empty());
}

// If p reads x too early, e does not access y at all; this makes a difference after f, which sets
// y.
TEST(Robustness, AnEventBeginsInStatesThatOnlyItsSerialRunDependsOn) {
  constexpr std::string_view source =
      "var x, y; handler ui; thread env { post e to ui; post f to ui; }\n"
      "message e { spawn p(); x = x + 1; } thread p() { if (x == 1) { y = 0; } }\n"
      "message f { y = 1; }";
  for (const RobustMethod method : {RobustMethod::explore, RobustMethod::sequential}) {
    const RobustSummary found = check(source, {.method = method});
    EXPECT_EQ(found.events.at(0).determinism, RobustVerdict::violated);
    ASSERT_EQ(found.cases.size(), 1u);
    EXPECT_EQ(found.cases[0].order, (std::vector<std::string>{"ui/f", "ui/e"}));
    EXPECT_EQ(replayed_robustness(source, recorded(found)).cases.at(0).verdict,
              RobustVerdict::violated);
  }
}

// An await can access several variables: the report names the one that conflicts.
TEST(Robustness, PivotsThatTouchSeveralVariablesHaveAName) {
  const RobustSummary summary = check(
      "var x, y, z; handler ui; thread env { post e to ui; post other to ui; }\n"
      "message e { spawn t(); await z == 0 && y == 1; x = 1; } thread t() { y = 1; }\n"
      "message other { z = z + 1; z = z - 1; }",
      {});
  ASSERT_FALSE(summary.cases.empty());
  EXPECT_NE(summary.cases[0].advice.back().find(" y "), std::string::npos)
      << summary.cases[0].advice.back();
  EXPECT_EQ(summary.outside.size(), 1u);
}

// Messages of e that stand behind f in a fifo main handler are not stuck: f is set aside while e is
// alone.
TEST(Robustness, MessagesOfOtherEventsAreSetAside) {
  constexpr std::string_view source =
      "var x; handler ui fifo; thread env { post e to ui; post f to ui; }\n"
      "message e { spawn t(); x = x; } thread t() { post rest to ui; }\n"
      "message rest { let r = x; } message f { let r = x; }";
  const RobustSummary summary = check(source, {});
  EXPECT_EQ(summary.events.at(0).determinism, RobustVerdict::holds);
}

// Each of two events holds a lock and waits for the other one. No access conflicts, so there is no
// cycle, but no serial order gets stuck.
TEST(Robustness, ADeadlockThatOnlyOverlappingEventsReachIsAViolation) {
  const RobustSummary summary = check(
      "lock a, b; handler ui; thread env { post e to ui; post f to ui; }\n"
      "message e { spawn one(); } thread one() { lock(a); lock(b); unlock(b); unlock(a); }\n"
      "message f { spawn two(); } thread two() { lock(b); lock(a); unlock(a); unlock(b); }",
      {});
  EXPECT_EQ(summary.serialisability, RobustVerdict::violated);
  ASSERT_EQ(summary.cases.size(), 1u);
  EXPECT_EQ(summary.cases[0].unfinished.size(), 2u);
}

// In the state that the environment has reached when the event starts, both orders of its tasks
// give the same result; what the environment does later does not count.
TEST(Robustness, EventsStartInStatesOfTheEnvironment) {
  const RobustSummary summary = check(
      "var x, y; handler ui; thread env { x = 1; post e to ui; x = 2; }\n"
      "message e { spawn t(); } thread t() { y = x; }",
      {});
  EXPECT_EQ(summary.events.at(0).determinism, RobustVerdict::holds);
}

// Where a message of the main handler stops for good, the sequential method explores.
TEST(Robustness, SequentialJudgesMessagesThatStop) {
  constexpr std::string_view source =
      "var x, y; handler ui; thread env { post e to ui; post f to ui; }\n"
      "message e { assume x == 1; y = 1; } message f { x = 1; }";
  const RobustSummary found = check(source, {.method = RobustMethod::sequential});
  const RobustSummary explored = check(source, {});
  EXPECT_EQ(found.serialisability, explored.serialisability);
  EXPECT_NE(found.notes.back().find("stops for good (m.mzk:2:13)"), std::string::npos)
      << found.notes.back();
}

// The environment sends f only if q runs before p, which no serial run does.
TEST(Robustness, SequentialListsEventsThatNoSerialRunSends) {
  constexpr std::string_view source =
      "var x, y; handler ui; thread env { post e to ui; post f to ui when x == 1; }\n"
      "message e { spawn p(); spawn q(); } thread p() { x = 2; }\n"
      "thread q() { if (x == 0) { x = 1; } } message f { y = 1; }";
  const RobustSummary found = check(source, {.method = RobustMethod::sequential});
  ASSERT_EQ(found.events.size(), 2u);
  EXPECT_EQ(found.events[0].determinism, RobustVerdict::violated);
  EXPECT_EQ(found.events[1].determinism, RobustVerdict::holds);
  EXPECT_EQ(found.serialisability, check(source, {}).serialisability);
  EXPECT_NE(found.notes.back().find("in no serial run (m.mzk:1:50)"), std::string::npos)
      << found.notes.back();
}

// One instance of an event that counts is alone; two of them lose an update.
TEST(Robustness, EventsHaveAsManyInstancesAsWanted) {
  constexpr std::string_view source =
      "var n; handler ui; thread env { post count to ui; }\n"
      "message count { spawn add(); } thread add() { n = n + 1; }";
  for (const RobustMethod method : {RobustMethod::explore, RobustMethod::sequential})
    for (const std::uint32_t instances : {1u, 2u, 3u}) {
      const auto program = model::load(source, "m.mzk", {}, {.instances = instances});
      const RobustSummary summary = check_robustness(*program, {.method = method});
      EXPECT_EQ(summary.events.size(), instances);
      EXPECT_EQ(summary.serialisability,
                instances == 1 ? RobustVerdict::holds : RobustVerdict::violated);
    }
}

// Without values, states cannot be compared: every conflict counts.
TEST(Robustness, RecordedTracesAreJudgedByConflictsAlone) {
  const std::string trace =
      "1 LOOP tid:1\n2 POST src:2 msg:7 dest:1\n3 POST src:2 msg:8 dest:1\n"
      "4 CALL tid:1 msg:7\n5 WRITE tid:1 obj:1 class:c field:text\n"
      "6 FORK par-tid:1 child-tid:9\n7 RET tid:1 msg:7\n8 THREADINIT tid:9\n"
      "9 READ tid:9 obj:1 class:c field:text\n10 WRITE tid:9 obj:1 class:c field:sent\n"
      "11 CALL tid:1 msg:8\n12 WRITE tid:1 obj:1 class:c field:text\n"
      "13 READ tid:1 obj:1 class:c field:sent\n14 RET tid:1 msg:8\n";
  const auto program = recorded::load({"trace.txt", trace}, {"dependence.txt", ""});
  const RobustSummary summary = check_robustness(*program, {});
  EXPECT_TRUE(summary.by_conflicts_alone);
  EXPECT_EQ(summary.serialisability, RobustVerdict::violated);
  ASSERT_EQ(summary.cases.size(), 1u);
  EXPECT_TRUE(summary.cases[0].difference.empty());
}

TEST(Robustness, ABoundIsNoVerdict) {
  for (const RobustMethod method : {RobustMethod::explore, RobustMethod::sequential}) {
    RobustOptions options{.method = method};
    options.explore.max_executions = 1;
    const RobustSummary summary = check(undetermined, options);
    EXPECT_EQ(summary.bound, Bound::executions);
    EXPECT_NE(summary.serialisability, RobustVerdict::holds);
    options.explore.max_executions = 0;
    const std::atomic<bool> interrupted = true;
    options.explore.interrupted = &interrupted;
    EXPECT_EQ(check(overlapping, options).bound, Bound::interrupt);
  }
}

}  // namespace
}  // namespace mazurka
