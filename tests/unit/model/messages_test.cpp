// Messages between tasks: what a receive takes, when it waits, and who can be sent to.
#include <gtest/gtest.h>

#include "unit/model/run.h"

namespace mazurka::model_test {
namespace {

TEST(ModelMessages, AReceiveTakesTheFirstMatchInTheOrderOfArrival) {
  EXPECT_EQ(
      events_of("var x; thread p { send a(1) to q; send b to q; send a(2) to q; send a(3) to q; } "
                "thread q { receive { a(v) when v > 1 => x = v; } receive { a(v) => x = v; } "
                "receive { a(v) => x = v; b => x = 9; } }"),
      (Lines{"p: send a(1) to q", "p: send b to q", "p: send a(2) to q", "p: send a(3) to q",
             "q: receive a(2) from p", "q: x = 2", "q: receive a(1) from p", "q: x = 1",
             "q: receive b from p", "q: x = 9"}));
}

TEST(ModelMessages, OfSeveralPatternsTheFirstCounts) {
  EXPECT_EQ(events_of("var x; thread q { send a(1) to self; "
                      "receive { a(v) when v == 2 => x = 2; a(v) => x = 3; a(v) => x = 4; } }"),
            (Lines{"q: send a(1) to q", "q: receive a(1) from q", "q: x = 3"}));
}

TEST(ModelMessages, AReceiveWaitsWithoutAMatch) {
  const auto program = started("thread q { receive { a => ; } } thread p { send a to q; }");
  EXPECT_EQ(enabled_of(*program), Lines{"p"});
  EXPECT_FALSE(pending_of(*program, "q").enabled);
  const TaskId sender = task_named(*program, "p");
  step(*program, "p");
  EXPECT_EQ(enabled_of(*program), Lines{"q"});
  EXPECT_EQ(pending_of(*program, "q").other, sender);
  step(*program, "q");
  EXPECT_EQ(program->ending().kind, EndingKind::complete);
}

TEST(ModelMessages, AReceiveWithAfterRunsItOnlyWithoutAMatch) {
  const std::string q = "thread q { receive { a => x = 1; after => x = 2; } } ";
  EXPECT_EQ(events_of("var x; " + q + "thread p { send a to q; }"),
            (Lines{"q: receive: nothing matches, runs 'after'", "q: x = 2", "p: send a to q"}));
  EXPECT_EQ(events_of("var x; thread p { send a to q; } " + q),
            (Lines{"p: send a to q", "q: receive a from p", "q: x = 1"}));
}

TEST(ModelMessages, AMessageToATaskThatHasEndedIsDropped) {
  const auto program = started("var x; thread q { x = 1; } thread p { send a to q; }");
  step(*program, "q");
  step(*program, "p");
  EXPECT_EQ(program->ending().kind, EndingKind::complete);
}

TEST(ModelMessages, WhoWaitsForAMessageThatNobodySendsIsDeadlocked) {
  const auto program = started("thread q { receive { a => ; } } thread p() { send a to q; }");
  EXPECT_EQ(enabled_of(*program), Lines{});
  EXPECT_EQ(program->ending().kind, EndingKind::deadlock);
}

TEST(ModelMessages, IdsAreValues) {
  EXPECT_EQ(events_of("var box; thread main { let w = spawn worker(self); box = w; "
                      "receive { hello(who) => { assert who == w && who != self; join who; } } } "
                      "thread worker(boss) { send hello(self) to boss; }"),
            (Lines{"main: spawn worker(main)", "main: box = worker",
                   "worker(main): send hello(worker) to main",
                   "main: receive hello(worker) from worker(main)", "main: join worker(main)"}));
}

TEST(ModelMessages, OnlyIdsCanBeSentToAndOnlyThreadsJoined) {
  for (const char* const source :
       {"thread p { send a to 0; }", "thread p { let x = 7; send a to x; }", "thread p { join 1; }",
        "handler h; thread p { post m to h; receive { id(x) => join x; } } message m { send "
        "id(self) to p; }"}) {
    SCOPED_TRACE(source);
    const auto program = started(source);
    static_cast<void>(events_of(*program));
    ASSERT_EQ(program->ending().failures.size(), 1u);
    EXPECT_EQ(program->ending().failures[0].kind, FailureKind::misuse);
  }
}

TEST(ModelMessages, AGuardThatCannotBeEvaluatedDoesNotMatch) {
  EXPECT_EQ(operations_of("var x; thread q { send a(0) to self; "
                          "receive { a(v) when 1 / v == 1 => x = 1; after => x = 2; } }"),
            (Lines{"send a(0) to q", "receive: nothing matches, runs 'after'", "x = 2"}));
}

TEST(ModelMessages, AGuardSeesRegistersAsTheyAreAtTheReceive) {
  EXPECT_EQ(operations_of(
                "var x; thread q { let want = 1; send a(1) to self; send a(2) to self; want = 2; "
                "receive { a(v) when v == want => x = v; } }"),
            (Lines{"send a(1) to q", "send a(2) to q", "receive a(2) from q", "x = 2"}));
}

// The words of the language's older parts stay usable as names.
TEST(ModelMessages, SendReceiveWhenAndAfterAreNames) {
  EXPECT_EQ(operations_of("var send, receive, when, after; "
                          "thread t { send = 1; receive = 2; when = 3; after = 4; }"),
            (Lines{"send = 1", "receive = 2", "when = 3", "after = 4"}));
}

TEST(ModelMessages, BodiesOfPatternsMayLeaveOutTheLastSemicolon) {
  EXPECT_EQ(
      operations_of("var x; thread t { send a to t; receive { a => x = 1 } "
                    "receive { a => {}; after => if (1) { x = 2; } } receive { after => } }"),
      (Lines{"send a to t", "receive a from t", "x = 1", "receive: nothing matches, runs 'after'",
             "x = 2", "receive: nothing matches, runs 'after'"}));
}

}  // namespace
}  // namespace mazurka::model_test
