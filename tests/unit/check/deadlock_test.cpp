#include "check/deadlock.h"

#include <gtest/gtest.h>

#include "unit/check/explored_model.h"
#include "unit/check/hand_made.h"
#include "unit/named_things.h"

namespace mazurka {
namespace {

using Lines = std::vector<std::string>;

Finding deadlock_of(std::string_view source) {
  const Summary summary = explored(source);
  EXPECT_EQ(summary.errors.size(), 1u);
  if (summary.errors.empty()) return {};
  EXPECT_EQ(summary.errors[0].finding.kind, FindingKind::deadlock);
  return summary.errors[0].finding;
}

TEST(Deadlock, OfTwoLocksIsTheCycleAndHowItClosed) {
  const Finding finding = deadlock_of(R"(lock A, B;
thread main {
  spawn other();
  lock(A);
  lock(B);
  unlock(B);
  unlock(A);
}
thread other() {
  lock(B);
  lock(A);
  unlock(A);
  unlock(B);
})");
  EXPECT_EQ(finding.message, "deadlock after 3 steps");
  EXPECT_EQ(argument_of(finding),
            (Lines{"main holds A (m.mzk:4), waits for B (m.mzk:5) since step 3",
                   "other holds B (m.mzk:10), waits for A (m.mzk:11) since step 3",
                   "because other took B at step 3, while main held A"}));
}

// Three philosophers; the tasks of the cycle are listed in the order in which they wait for each
// other.
TEST(Deadlock, FollowsTheCycleFromTaskToTask) {
  const Finding finding = deadlock_of(R"(lock f[3];
thread main { for i in 0..3 { spawn eat(i); } }
thread eat(i) {
  lock(f[i]);
  lock(f[(i + 1) % 3]);
  unlock(f[(i + 1) % 3]);
  unlock(f[i]);
})");
  EXPECT_EQ(argument_of(finding),
            (Lines{"eat(0) holds f[0] (m.mzk:4), waits for f[1] (m.mzk:5) since step 5",
                   "eat(1) holds f[1] (m.mzk:4), waits for f[2] (m.mzk:5) since step 6",
                   "eat(2) holds f[2] (m.mzk:4), waits for f[0] (m.mzk:5) since step 6",
                   "because eat(2) took f[2] at step 6, while eat(0) held f[0]"}));
  // The same lines of code deadlock in every arrangement of the tasks, so this is one error.
  EXPECT_EQ(finding.places.size(), 1u);
}

TEST(Deadlock, OfATaskWithItselfSaysThatLocksAreNotReentrant) {
  EXPECT_EQ(argument_of(deadlock_of("lock l;\nthread t { lock(l); lock(l); }")),
            (Lines{"t holds l (m.mzk:2), waits for l (m.mzk:2) since step 1",
                   "because t took l itself at step 1: a lock cannot be taken twice"}));
}

TEST(Deadlock, ThroughAJoinSaysWhatTheJoinedThreadNeeds) {
  EXPECT_EQ(
      argument_of(deadlock_of(R"(lock A;
thread main { lock(A); let t = spawn worker(); join t; unlock(A); }
thread worker() { lock(A); unlock(A); })")),
      (Lines{"main holds A (m.mzk:2), waits for the end of worker (m.mzk:2) since step 2",
             "worker waits for A (m.mzk:3) since step 2",
             "because main waits for the end of worker while it holds A, which worker needs"}));
}

// The message in the mailbox of the busy handler is part of the deadlock.
TEST(Deadlock, ThroughAMailboxNamesTheHandlerAndWhoKeepsItBusy) {
  const Finding finding = deadlock_of(R"(handler ui fifo;
var done;
thread main { post first to ui; post second to ui; }
message first { await done == 1; }
message second { done = 1; })");
  EXPECT_EQ(argument_of(finding),
            (Lines{"ui/first keeps ui busy, waits at 'await done == 1' (m.mzk:4) since step 3",
                   "ui/second is never delivered: in the mailbox of ui since step 2",
                   "because no task has written done"}));
}

TEST(Deadlock, OnAConditionVariableTellsOfTheSignalThatCameTooEarly) {
  const Summary summary = explored(R"(lock l; cond c; var ready;
thread consumer { lock(l); wait(c, l); unlock(l); }
thread producer { lock(l); signal(c); unlock(l); })");
  ASSERT_EQ(summary.errors.size(), 1u);
  EXPECT_EQ(
      argument_of(summary.errors[0].finding),
      (Lines{"consumer sleeps on c (m.mzk:2) since step 5",
             "because producer signalled c at step 2, before consumer went to sleep at step 5"}));
}

TEST(Deadlock, OnAConditionVariableTellsWhoWasWokenInstead) {
  const Finding finding = deadlock_of(R"(lock l; cond c; var n;
thread a { lock(l); while (n == 0) { wait(c, l); } unlock(l); }
thread b { lock(l); while (n == 0) { wait(c, l); } unlock(l); }
thread p { lock(l); n = 1; signal(c); unlock(l); })");
  ASSERT_EQ(finding.because.size(), 2u);
  EXPECT_EQ(finding.because[1].text, "because the signal of p at step 9 woke a, not b");
}

TEST(Deadlock, OnAConditionVariableThatNobodySignalsSaysSo) {
  EXPECT_EQ(argument_of(deadlock_of("lock l; cond c;\nthread t { lock(l); wait(c, l); }")),
            (Lines{"t sleeps on c (m.mzk:2) since step 2", "because no task has signalled c"}));
}

TEST(Deadlock, AtAwaitsShowsTheValuesAndTheirWriters) {
  EXPECT_EQ(argument_of(deadlock_of(R"(var x, y;
thread a { x = 1; await y == 1 && x == 2; }
thread b { await x == 3; y = 1; })")),
            (Lines{"a waits at 'await y == 1 && x == 2' (m.mzk:2) since step 1",
                   "b waits at 'await x == 3' (m.mzk:3) from the start",
                   "because x is 1 since step 1 (a) and no task has written y"}));
}

TEST(Deadlock, BehindALockThatWasNeverReleasedNamesWhoEndedWithIt) {
  EXPECT_EQ(argument_of(deadlock_of("lock A;\nthread a { lock(A); }\nthread b { lock(A); }")),
            (Lines{"b waits for A (m.mzk:3) since step 1",
                   "a ended at step 1 and still holds A (m.mzk:2)"}));
}

TEST(Deadlock, OfManyTasksIsCutShort) {
  const Finding finding = deadlock_of(R"(lock A;
thread main { lock(A); for i in 0..20 { spawn w(); } }
thread w() { lock(A); })");
  const Lines lines = argument_of(finding);
  ASSERT_EQ(lines.size(), 13u);
  EXPECT_EQ(lines[0], "w waits for A (m.mzk:3) since step 2");
  EXPECT_EQ(lines[1], "main ended at step 21 and still holds A (m.mzk:2)");
  EXPECT_EQ(lines[2], "w #2 waits for A (m.mzk:3) since step 3");
  EXPECT_EQ(lines.back(), "and 9 more tasks wait");
}

// Models cannot end like this: with a stopped task, the execution counts as an error or as blocked.
TEST(Deadlock, BehindAStoppedTaskSaysThatItWasStopped) {
  HandMadeExecution made;
  const TaskId a = made.add_task();
  const TaskId b = made.add_task();
  const ObjectId lock = add_object(made.registry(), "l");
  made.on_lock(a, OperationKind::lock, lock);
  const std::vector<Pending> pending = {
      {.task = a, .index = 1, .stopped = true},
      {.task = b, .operation = OperationKind::lock, .object = lock}};
  const Ending ending{.kind = EndingKind::deadlock};
  std::vector<Finding> findings;
  find_deadlock({made.execution(), PlainDescriber(), ending, pending}, findings);
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(argument_of(findings[0]),
            (Lines{"t1 waits for l since step 1", "t0 holds l, was stopped"}));
}

TEST(Deadlock, IsOnlyFoundWhereTheExecutionEndedInOne) {
  HandMadeExecution made;
  const std::vector<Pending> pending = {{.task = made.add_task()}};
  const Ending ending{.kind = EndingKind::blocked};
  std::vector<Finding> findings;
  find_deadlock({made.execution(), PlainDescriber(), ending, pending}, findings);
  EXPECT_TRUE(findings.empty());
}

}  // namespace
}  // namespace mazurka
