#include "check/failures.h"

#include <gtest/gtest.h>

#include "unit/check/explored_model.h"

namespace mazurka {
namespace {

using Lines = std::vector<std::string>;

const Finding& first(const Summary& summary) { return summary.errors.at(0).finding; }

TEST(Failures, AreFindingsOfTheirKindWithPlaceAndTask) {
  const Summary summary = explored("var x;\nthread t { assert x == 1; }");
  ASSERT_EQ(summary.errors.size(), 1u);
  EXPECT_EQ(first(summary).kind, FindingKind::assertion);
  EXPECT_EQ(first(summary).message, "assertion failed: x == 1");
  EXPECT_EQ(first(summary).position, 1u);
  EXPECT_EQ(summary.errors[0].place, "folder/m.mzk:2:12");
  EXPECT_EQ(summary.errors[0].task_name, "t");
}

TEST(Failures, KeepTheKindThatTheProgramGaveThem) {
  EXPECT_EQ(first(explored("lock l;\nthread t { unlock(l); }")).kind, FindingKind::misuse);
  EXPECT_EQ(first(explored("var x;\nthread t { let r = 1 / x; }")).kind,
            FindingKind::runtime_error);
  EXPECT_EQ(first(explored("thread t { let r = 1; while (r == 1) { } }")).kind,
            FindingKind::livelock);
}

TEST(Failures, TellWhoWroteTheWrongValue) {
  const Summary summary = all_errors_of(R"(var x;
thread t { x = 1; assert x == 1; }
thread u { x = 2; })");
  ASSERT_EQ(summary.errors.size(), 1u);
  EXPECT_EQ(argument_of(first(summary)),
            (Lines{"x is 2", "because u wrote x = 2 at step 2 (m.mzk:3)"}));
}

// The classic lost update: one of two increments has no effect.
TEST(Failures, TellOfALostUpdate) {
  const Summary summary = all_errors_of(R"(var x;
thread main {
  let t = spawn add(1);
  let u = spawn add(2);
  join t;
  join u;
  assert x == 3;
}
thread add(n) { x = x + n; })");
  ASSERT_EQ(summary.errors.size(), 1u);
  const Lines lines = argument_of(first(summary));
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_EQ(lines[0], "x is 1");
  EXPECT_EQ(lines[1], "because add(1) wrote x = 1 at step 6 (m.mzk:9)");
  EXPECT_EQ(lines[2], "and add(1) had read x at step 3, before add(2) wrote it at step 5");
}

// A writer that reads again after the other task's write has not lost that update.
TEST(Failures, DoNotCryLostUpdateWithoutOne) {
  const Summary summary = all_errors_of(R"(var x;
thread main {
  let t = spawn add(1);
  join t;
  let u = spawn add(2);
  join u;
  assert x == 4;
}
thread add(n) { x = x + n; })");
  ASSERT_EQ(summary.errors.size(), 1u);
  EXPECT_EQ(argument_of(first(summary)),
            (Lines{"x is 3", "because add(2) wrote x = 3 at step 7 (m.mzk:9)"}));
}

TEST(Failures, TellThatAReadCameTooEarly) {
  const Summary summary = explored(R"(var x;
thread t { assert x == 1; }
thread u { x = 1; })");
  ASSERT_EQ(summary.errors.size(), 1u);
  EXPECT_EQ(argument_of(first(summary)),
            (Lines{"x is 0", "because t read x at step 1, before u wrote it at step 2"}));
}

// The assertion is about a register, so the report shows the values that the task read from others
// before.
TEST(Failures, LookBackFromARegisterToWhatWasRead) {
  const Summary summary = all_errors_of(R"(var x;
thread t {
  let r = x;
  assert r == 0;
}
thread u { x = 1; })");
  ASSERT_EQ(summary.errors.size(), 1u);
  EXPECT_EQ(argument_of(first(summary)),
            (Lines{"r is 1", "because u wrote x = 1 at step 1 (m.mzk:6)"}));
}

TEST(Failures, AtTheSamePlaceAreOneError) {
  const Summary summary = all_errors_of("var x;\nthread t { let c = choose(3); assert c == 0; }");
  EXPECT_EQ(summary.errors.size(), 1u);
  EXPECT_EQ(summary.error_executions, 2u);
}

}  // namespace
}  // namespace mazurka
