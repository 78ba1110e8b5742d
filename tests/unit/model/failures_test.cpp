// Runtime failures of models. A failure is a value, and its task stops permanently.
#include <gtest/gtest.h>

#include "program/presentation.h"
#include "unit/model/run.h"

namespace mazurka::model_test {
namespace {

Failure failure_of(const std::string& source) {
  const auto program = started(source);
  static_cast<void>(events_of(*program));
  const Ending ending = program->ending();
  EXPECT_EQ(ending.kind, EndingKind::error);
  EXPECT_EQ(ending.failures.size(), 1u);
  return ending.failures.empty() ? Failure{} : ending.failures.front();
}

TEST(ModelFailures, AnAssertionShowsItsTextAndWhatItSaw) {
  const Failure failure = failure_of(
      "var x = 2, y, a[2];\nthread t {\n  let r = 1;\n  assert x  == r // so it was\n  || a[r] != "
      "y; }");
  EXPECT_EQ(failure.kind, FailureKind::assertion);
  EXPECT_EQ(failure.message, "assertion failed: x == r || a[r] != y");
  EXPECT_EQ(failure.note, "x is 2, r is 1, a[r] is 0, y is 0");
  EXPECT_EQ(failure.position, 3u);
}

// Operands skipped by the short circuit are not shown, even if an earlier
// iteration of a loop read them.
TEST(ModelFailures, AnAssertionDoesNotShowWhatItDidNotRead) {
  EXPECT_EQ(
      failure_of("var x = 1, y = 1; thread t { for i in 0..2 { assert x && y; x = 0; } }").note,
      "x is 0");
  EXPECT_EQ(failure_of("var x, y = 1, z; thread t { assert (x || y && z) && x; }").note,
            "x is 0, y is 1, z is 0");
  EXPECT_EQ(failure_of("thread t { assert (1 == 2); }").message, "assertion failed: 1 == 2");
  EXPECT_EQ(failure_of("var x; thread t { assert cas(x, 1, 2); }").note, "cas(x, 1, 2) is 0");
}

TEST(ModelFailures, DivisionByZeroDependsOnTheScheduleAndIsAFailure) {
  const Failure failure = failure_of("var x, y = 4; thread t { y = y / x; }");
  EXPECT_EQ(failure.kind, FailureKind::runtime_error);
  EXPECT_EQ(failure.message, "division by 0: y / x");
  EXPECT_EQ(failure.position, 2u);
  EXPECT_EQ(failure_of("thread t { let r = 1 % 0; }").message, "division by 0: 1 % 0");
}

// The index is checked when the access is due; the operands to its right have been read by then.
TEST(ModelFailures, AnIndexOutOfRangeIsNoEvent) {
  const auto program = started("var x, y, a[2]; thread t { a[y - 1] = x; }");
  EXPECT_EQ(events_of(*program), (Lines{"t: reads y: 0", "t: reads x: 0"}));
  const Failure failure = program->ending().failures.at(0);
  EXPECT_EQ(failure.kind, FailureKind::runtime_error);
  EXPECT_EQ(failure.message, "index out of range: a[-1]");
  EXPECT_EQ(failure.note, "'a' has 2 elements");
  EXPECT_EQ(program->registry().text_of(failure.location), "test.mzk:1:28");

  EXPECT_EQ(failure_of("lock m[1]; thread t { lock(m[1]); }").message, "index out of range: m[1]");
  EXPECT_EQ(failure_of("handler h[2]; message m {} thread t { post m to h[7]; }").message,
            "index out of range: h[7]");
}

TEST(ModelFailures, ReleasingALockThatOneDoesNotHoldIsMisuse) {
  Failure failure = failure_of("lock l; thread t { unlock(l); }");
  EXPECT_EQ(failure.kind, FailureKind::misuse);
  EXPECT_EQ(failure.message, "unlock of a lock that the task does not hold: l");
  EXPECT_EQ(failure.note, "no task holds it");
  EXPECT_EQ(failure.position, 0u);

  failure =
      failure_of("var x; lock l; thread a { lock(l); x = 1; } thread t { await x; unlock(l); }");
  EXPECT_EQ(failure.note, "a holds it");

  failure = failure_of("lock l, k; cond c; thread t { lock(k); wait(c, l); }");
  EXPECT_EQ(failure.kind, FailureKind::misuse);
  EXPECT_EQ(failure.message, "wait with a lock that the task does not hold: l");
}

TEST(ModelFailures, ChooseNeedsSomethingToChooseFrom) {
  EXPECT_EQ(failure_of("var x; thread t { choose(x); }").message,
            "choose(0) has nothing to choose from");
  EXPECT_EQ(failure_of("thread t { choose(-1); }").kind, FailureKind::runtime_error);
  EXPECT_EQ(failure_of("thread t { choose(1000001); }").message,
            "choose(1000001) has too many values to choose from");
}

TEST(ModelFailures, ALoopWithoutEventsIsALivelock) {
  const auto program = started("var x;\nthread t {\n  x = 1;\n  while (1) { let r = 1; }\n}");
  EXPECT_EQ(program->ending().kind, EndingKind::deadlock);  // not reached yet
  step(*program, "t");
  const Failure failure = program->ending().failures.at(0);
  EXPECT_EQ(failure.kind, FailureKind::livelock);
  EXPECT_EQ(failure.message,
            "the loop in line 4 took 10000000 local steps without a visible operation");
  EXPECT_EQ(program->registry().text_of(failure.location), "test.mzk:4:3");
  EXPECT_EQ(failure.position, 1u);
}

// Three million iterations with two statements each are six million local steps,
// plus one test per iteration.
TEST(ModelFailures, ALongLocalLoopIsNotALivelock) {
  EXPECT_EQ(operations_of("var x; thread t { let s = 0; for i in 0..3000000 { s = s + i; "
                          "s = s % 1000; } x = 1; }"),
            Lines{"x = 1"});
}

// The other tasks continue, and all failures of an execution are reported.
TEST(ModelFailures, AFailureStopsOnlyItsTask) {
  const auto program = started(
      "var x; thread a { assert 0; x = 1; } thread b { x = 2; assert x == 1; } thread c { x = 3; "
      "}");
  EXPECT_EQ(events_of(*program), (Lines{"b: x = 2", "b: reads x: 2", "c: x = 3"}));
  const Ending ending = program->ending();
  ASSERT_EQ(ending.failures.size(), 2u);
  EXPECT_EQ(ending.failures[0].position, 0u);
  EXPECT_EQ(program->presentation().describe(ending.failures[0].task), "a");
  EXPECT_EQ(ending.failures[1].position, 2u);
  EXPECT_EQ(ending.failures[1].note, "x is 2");
  EXPECT_TRUE(pending_of(*program, "a").stopped);
  program->restart();
  EXPECT_EQ(program->ending().failures.size(), 1u);
}

TEST(ModelFailures, AnAwaitWhoseConditionFailsContinuesIntoTheFailure) {
  const auto program = started("var x = 2, y = 2, a[2]; thread t { await y && a[x] == 1; }");
  EXPECT_EQ(enabled_of(*program), Lines{"t"});
  const Event event = step(*program, "t");
  EXPECT_EQ(accesses_of(*program, event.accesses), "read x, read y");
  EXPECT_FALSE(event.ends_task);
  EXPECT_EQ(program->ending().failures.at(0).message, "index out of range: a[2]");
  EXPECT_EQ(program->ending().failures.at(0).position, 1u);
  EXPECT_EQ(failure_of("var x; thread t { await 1 / x; }").message, "division by 0: 1 / x");
}

}  // namespace
}  // namespace mazurka::model_test
