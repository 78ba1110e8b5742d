// The effect of each operation, one test for each rule of docs/recorded-traces.md.
#include <gtest/gtest.h>

#include "explore/algorithms.h"
#include "explore/explorer.h"
#include "unit/recorded/small_trace.h"

namespace mazurka::recorded_test {
namespace {

using Lines = std::vector<std::string>;

// Returns the number of traces, and checks that Event-DPOR and brute force agree.
[[nodiscard]] std::uint64_t traces_of(const std::string& lines,
                                      const std::string& dependences = "") {
  std::vector<std::uint64_t> counts;
  for (const AlgorithmName name : {AlgorithmName::event, AlgorithmName::naive}) {
    const auto program = load_text(numbered(lines), dependences);
    const auto algorithm = make_algorithm_for(*program, name, {});
    counts.push_back(explore(*program, *algorithm, {.keep_going = true}).maximal_executions());
  }
  EXPECT_EQ(counts[0], counts[1]);
  return counts[0];
}

TEST(RecordedOperations, WhatConcernsNobodyElseIsNoEvent) {
  const auto program = started(R"(
      START
      THREADINIT tid:1
      READ tid:1 obj:1 class:c field:f
      WRITE tid:1 obj:1 class:c field:f
      LOCK tid:1 lock-obj:9
      UNLOCK tid:1 lock-obj:9
      READ-STATIC tid:1 class:c field:f
      READ-STATIC tid:2 class:c field:f
      NOP tid:2
      ENABLE-EVENT tid:2 view:1 event:2
      TRIGGER-EVENT tid:2 view:1 event:2
      THREADEXIT tid:1)");
  EXPECT_EQ(enabled_of(*program), Lines{});
  EXPECT_EQ(program->ending().kind, EndingKind::complete);
}

TEST(RecordedOperations, AnObjectFieldAndAStaticFieldAreDifferentLocations) {
  EXPECT_EQ(traces_of("WRITE tid:1 obj:1 class:c field:f\nWRITE-STATIC tid:2 class:c field:f"), 1u);
  EXPECT_EQ(traces_of("WRITE tid:1 obj:1 class:c field:f\nWRITE tid:2 obj:2 class:c field:f"), 1u);
  EXPECT_EQ(traces_of("WRITE tid:1 obj:1 class:c field:f\nWRITE tid:2 obj:1 class:c field:f"), 2u);
  EXPECT_EQ(traces_of("READ-STATIC tid:1 class:c field:f\nWRITE-STATIC tid:2 class:c field:f"), 2u);
}

TEST(RecordedOperations, AForkedThreadBeginsAfterItsForkOthersAtOnce) {
  const auto program = started(R"(
      WRITE tid:1 obj:1 class:c field:f
      FORK par-tid:1 child-tid:2
      WRITE tid:2 obj:1 class:c field:f
      WRITE tid:3 obj:1 class:c field:f)");
  EXPECT_EQ(enabled_of(*program), (Lines{"thread 1: WRITE tid:1 obj:1 class:c field:f",
                                         "thread 3: WRITE tid:3 obj:1 class:c field:f"}));
  step(*program, "thread 1");
  const Event fork = step(*program, "thread 1");
  EXPECT_EQ(fork.operation, OperationKind::spawn);
  EXPECT_TRUE(fork.ends_task);
  EXPECT_EQ(enabled_of(*program).size(), 2u);
}

TEST(RecordedOperations, AJoinWaitsForTheEndOfAThread) {
  const auto program = started(R"(
      FORK par-tid:1 child-tid:2
      WRITE tid:2 obj:1 class:c field:f
      THREADEXIT tid:2
      JOIN tid:1 child-tid:2
      WRITE tid:1 obj:1 class:c field:f)");
  EXPECT_EQ(
      events_of(*program),
      (Lines{"thread 1: FORK par-tid:1 child-tid:2", "thread 2: WRITE tid:2 obj:1 class:c field:f",
             "thread 2: THREADEXIT tid:2", "thread 1: JOIN tid:1 child-tid:2",
             "thread 1: WRITE tid:1 obj:1 class:c field:f"}));
  EXPECT_EQ(traces_of("FORK par-tid:1 child-tid:2\nWRITE tid:2 obj:1 class:c field:f\n"
                      "THREADEXIT tid:2\nJOIN tid:1 child-tid:2\n"
                      "WRITE tid:1 obj:1 class:c field:f"),
            1u);
}

TEST(RecordedOperations, MessagesRunInTheOrderOfTheirPostsOneAfterTheOther) {
  const auto program = started(R"(
      ATTACH-Q tid:1 queue:1
      LOOP tid:1 queue:1
      POST src:2 msg:7 dest:1
      NATIVE-POST src:2 msg:8 dest:1
      CALL tid:1 msg:7
      WRITE tid:1 obj:1 class:c field:f
      RET tid:1 msg:7
      CALL tid:1 msg:8
      WRITE tid:1 obj:1 class:c field:f
      RET tid:1 msg:8)");
  step(*program, "thread 1");
  step(*program, "thread 2");
  step(*program, "thread 2");
  EXPECT_EQ(enabled_of(*program), Lines{"thread 1/msg 7: CALL tid:1 msg:7"});
  EXPECT_EQ(step(*program, "thread 1/msg 7").operation, OperationKind::start);
  EXPECT_EQ(enabled_of(*program).size(), 1u);
  EXPECT_TRUE(step(*program, "thread 1/msg 7").ends_task);
  EXPECT_EQ(enabled_of(*program), Lines{"thread 1/msg 8: CALL tid:1 msg:8"});
}

[[nodiscard]] std::string two_posts(const std::string& second) {
  return R"(
      LOOP tid:1 queue:1
      POST src:2 msg:7 dest:1
      )" +
         second + R"( src:3 msg:8 dest:1
      CALL tid:1 msg:7
      WRITE tid:1 obj:1 class:c field:f
      RET tid:1 msg:7
      CALL tid:1 msg:8
      WRITE tid:1 obj:1 class:c field:f
      RET tid:1 msg:8)";
}

TEST(RecordedOperations, AllKindsOfPostsPost) {
  for (const char* const kind : {"POST", "NATIVE-POST", "UI-POST", "DELAY-POST"})
    EXPECT_EQ(traces_of(two_posts(kind)), 2u);
}

TEST(RecordedOperations, AMessageStartsWhenItsThreadLoops) {
  const auto program = started(R"(
      POST src:2 msg:7 dest:1
      WRITE tid:1 obj:1 class:c field:f
      ATTACH-Q tid:1 queue:1
      LOOP tid:1 queue:1
      CALL tid:1 msg:7
      WRITE tid:1 obj:1 class:c field:f
      RET tid:1 msg:7)");
  step(*program, "thread 2");
  EXPECT_EQ(enabled_of(*program), Lines{"thread 1: WRITE tid:1 obj:1 class:c field:f"});
  step(*program, "thread 1");
  EXPECT_EQ(enabled_of(*program), Lines{"thread 1: LOOP tid:1 queue:1"});
  step(*program, "thread 1");
  EXPECT_EQ(enabled_of(*program), Lines{"thread 1/msg 7: CALL tid:1 msg:7"});
}

// Operations before LOOP happen before all messages, so they do not race with them.
TEST(RecordedOperations, WhatComesBeforeLoopHappensBeforeAllMessages) {
  EXPECT_EQ(traces_of(R"(
      POST src:2 msg:7 dest:1
      WRITE tid:1 obj:1 class:c field:f
      LOOP tid:1 queue:1
      CALL tid:1 msg:7
      WRITE tid:1 obj:1 class:c field:f
      RET tid:1 msg:7)"),
            1u);
}

// The recorded trace contains nothing about the operations of such a message.
TEST(RecordedOperations, AMessageThatWasNeverCalledIsLeftOut) {
  const auto program = started("LOOP tid:1 queue:1\nPOST src:2 msg:7 dest:1");
  EXPECT_EQ(events_of(*program), Lines{});
}

TEST(RecordedOperations, ALockExcludesAndIsReentrant) {
  const std::string lines = R"(
      LOCK tid:1 lock-obj:9
      LOCK tid:1 lock-obj:9
      UNLOCK tid:1 lock-obj:9
      UNLOCK tid:1 lock-obj:9
      LOCK tid:2 lock-obj:9
      UNLOCK tid:2 lock-obj:9)";
  const auto program = started(lines);
  EXPECT_EQ(step(*program, "thread 1").operation, OperationKind::lock);
  EXPECT_EQ(enabled_of(*program), Lines{"thread 1: UNLOCK tid:1 lock-obj:9"});
  EXPECT_TRUE(step(*program, "thread 1").ends_task);
  EXPECT_EQ(enabled_of(*program), Lines{"thread 2: LOCK tid:2 lock-obj:9"});
  EXPECT_EQ(traces_of(lines), 2u);
}

TEST(RecordedOperations, LocksInOppositeOrderDeadlock) {
  const std::string lines = R"(
      LOCK tid:1 lock-obj:8
      LOCK tid:1 lock-obj:9
      UNLOCK tid:1 lock-obj:9
      UNLOCK tid:1 lock-obj:8
      LOCK tid:2 lock-obj:9
      LOCK tid:2 lock-obj:8
      UNLOCK tid:2 lock-obj:8
      UNLOCK tid:2 lock-obj:9)";
  const auto program = load_text(numbered(lines));
  const auto algorithm = make_algorithm_for(*program, AlgorithmName::event, {});
  const Summary summary = explore(*program, *algorithm, {.keep_going = true});
  EXPECT_EQ(summary.executions, 2u);
  EXPECT_EQ(summary.deadlocks, 1u);
}

TEST(RecordedOperations, AWaitConsumesTheNotifyThatItConsumedInTheRecording) {
  const std::string lines = R"(
      NOTIFY tid:1 notifiedTid:2
      WAIT tid:2
      NOTIFY tid:3 notifiedTid:2
      WAIT tid:2)";
  const auto program = started(lines);
  step(*program, "thread 3");
  EXPECT_EQ(enabled_of(*program), Lines{"thread 1: NOTIFY tid:1 notifiedTid:2"});
  step(*program, "thread 1");
  EXPECT_EQ(step(*program, "thread 2").operation, OperationKind::reach);
  step(*program, "thread 2");
  EXPECT_EQ(program->ending().kind, EndingKind::complete);
  EXPECT_EQ(traces_of(lines), 1u);
}

// A NOTIFY conflicts only with the WAIT that consumes it.
TEST(RecordedOperations, AWaitHappensAfterItsNotify) {
  EXPECT_EQ(traces_of(R"(
      WRITE tid:1 obj:1 class:c field:f
      NOTIFY tid:1 notifiedTid:2
      WAIT tid:2
      WRITE tid:2 obj:1 class:c field:f)"),
            1u);
}

TEST(RecordedOperations, ADependenceOrdersTwoOperations) {
  const std::string lines = R"(
      WRITE tid:1 obj:1 class:c field:f
      ENABLE-EVENT tid:1 view:1 event:1
      NOP tid:2
      WRITE tid:2 obj:1 class:c field:f)";
  EXPECT_EQ(traces_of(lines), 2u);
  EXPECT_EQ(traces_of(lines, "src:2 dest:3"), 1u);
  EXPECT_EQ(traces_of(lines, "src:1 dest:4\nsrc:2 dest:4"), 1u);
  const auto program = started(lines, "src:2 dest:3");
  EXPECT_EQ(enabled_of(*program), Lines{"thread 1: WRITE tid:1 obj:1 class:c field:f"});
}

TEST(RecordedOperations, AMessageCanWaitForAnotherAndKeepItsThreadBusyForEver) {
  const std::string lines = R"(
      LOOP tid:1 queue:1
      POST src:2 msg:7 dest:1
      POST src:3 msg:8 dest:1
      CALL tid:1 msg:7
      ENABLE-EVENT tid:1 view:1 event:1
      RET tid:1 msg:7
      CALL tid:1 msg:8
      TRIGGER-EVENT tid:1 view:1 event:1
      RET tid:1 msg:8)";
  EXPECT_EQ(traces_of(lines, "src:5 dest:8"), 2u);  // one of them is a deadlock
  EXPECT_EQ(traces_of(lines, "src:6 dest:7"), 2u);
  EXPECT_EQ(traces_of(lines, "src:2 dest:3\nsrc:5 dest:8"), 1u);
}

// The published tool counts in this way: 4 waits for both 1 and 2, so 1 alone does not enable it.
TEST(RecordedOperations, EveryOperationCanBeAnEventAndWaitsForAllAtOnce) {
  const std::string trace = numbered(R"(
      NOP tid:1
      NOP tid:2
      READ tid:3 obj:1 class:c field:f
      NOP tid:3)");
  const std::string dependences = "src:1 dest:4\nsrc:2 dest:4";
  const auto program = recorded::load({"trace.txt", trace}, {"dependence.txt", dependences}, true);
  program->restart();
  EXPECT_EQ(enabled_of(*program), (Lines{"thread 1: NOP tid:1", "thread 2: NOP tid:2",
                                         "thread 3: READ tid:3 obj:1 class:c field:f"}));
  step(*program, "thread 3");
  step(*program, "thread 1");
  EXPECT_EQ(enabled_of(*program), Lines{"thread 2: NOP tid:2"});
  step(*program, "thread 2");
  EXPECT_EQ(enabled_of(*program), Lines{"thread 3: NOP tid:3"});
}

}  // namespace
}  // namespace mazurka::recorded_test
