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

// Message 7 is posted by `kind`, then 8 by POST, both by thread 2 if `same`; they are called in
// this order. Each writes the same location.
[[nodiscard]] std::string two_messages(const std::string& kind, bool same, const std::string& first,
                                       const std::string& second) {
  const auto run = [](const std::string& message) {
    return "CALL tid:1 msg:" + message +
           "\nWRITE tid:1 obj:1 class:c field:f\nRET tid:1 msg:" + message + "\n";
  };
  return "LOOP tid:1 queue:1\n" + kind + " src:2 msg:7 dest:1\nPOST src:" + (same ? "2" : "3") +
         " msg:8 dest:1\n" + run(first) + run(second);
}

// [EmDpor18] Section 4: a task of its own posts the message at any later time.
TEST(RecordedOperations, ADelayedPostHappensAtAnyLaterTime) {
  EXPECT_EQ(traces_of(two_messages("POST", true, "7", "8")), 1u);
  EXPECT_EQ(traces_of(two_messages("DELAY-POST", true, "7", "8")), 2u);
  EXPECT_EQ(traces_of(two_messages("DELAY-POST", true, "8", "7")), 2u);
  const auto program = started(two_messages("DELAY-POST", true, "8", "7"));
  EXPECT_EQ(step(*program, "thread 2").operation, OperationKind::spawn);
  EXPECT_EQ(enabled_of(*program),
            (Lines{"thread 1: LOOP tid:1 queue:1", "thread 2: POST src:2 msg:8 dest:1",
                   "delayed post of msg 7: DELAY-POST src:2 msg:7 dest:1"}));
  EXPECT_EQ(step(*program, "delayed post of msg 7").operation, OperationKind::post);
}

// The thread already posts at any later time: a task more would only be a step more.
TEST(RecordedOperations, ADelayedPostThatIsAllThatItsThreadDoesNeedsNoTask) {
  const auto program = started(two_messages("DELAY-POST", false, "7", "8"));
  EXPECT_EQ(step(*program, "thread 2").operation, OperationKind::post);
  EXPECT_EQ(traces_of(two_messages("DELAY-POST", false, "7", "8")), 2u);
  // In this recording the post came later than its line says.
  EXPECT_EQ(traces_of(two_messages("DELAY-POST", false, "8", "7")), 2u);
}

TEST(RecordedOperations, ADelayedPostOfAMessageIsNotPartOfTheMessage) {
  EXPECT_EQ(traces_of(R"(
      LOOP tid:1
      POST src:2 msg:6 dest:1
      CALL tid:1 msg:6
      DELAY-POST src:1 msg:7 dest:1
      POST src:1 msg:8 dest:1
      RET tid:1 msg:6
      CALL tid:1 msg:8
      WRITE tid:1 obj:1 class:c field:f
      RET tid:1 msg:8
      CALL tid:1 msg:7
      WRITE tid:1 obj:1 class:c field:f
      RET tid:1 msg:7)"),
            2u);
}

[[nodiscard]] std::uint64_t executions_of(const std::string& lines, AlgorithmName name,
                                          const std::string& dependences = "") {
  const auto program = load_text(numbered(lines), dependences);
  return explore(*program, *make_algorithm_for(*program, name, {}), {.keep_going = true})
      .maximal_executions();
}

// [EmDpor18] Section 4: a comparison with DPOR is fair only without them.
TEST(RecordedOperations, EmptyMessagesAreRemovedRecursively) {
  const std::string lines = R"(
      LOOP tid:1
      POST src:2 msg:7 dest:1
      POST src:3 msg:8 dest:1
      DELAY-POST src:4 msg:9 dest:1
      CALL tid:1 msg:7
      POST src:1 msg:10 dest:1
      POST src:1 msg:11 dest:1
      RET tid:1 msg:7
      CALL tid:1 msg:8
      RET tid:1 msg:8
      CALL tid:1 msg:9
      RET tid:1 msg:9
      CALL tid:1 msg:10
      RET tid:1 msg:10)";
  EXPECT_EQ(events_of(*started(lines)), Lines{});
  EXPECT_EQ(executions_of(lines, AlgorithmName::dpor), 1u);
}

TEST(RecordedOperations, AMessageWithALineIsNotEmpty) {
  const auto lines = [](const std::string& line) {
    return "LOOP tid:1\nPOST src:2 msg:7 dest:1\nPOST src:3 msg:8 dest:1\n"
           "CALL tid:1 msg:7\n" +
           line +
           "RET tid:1 msg:7\nCALL tid:1 msg:8\nNOP tid:1\n"
           "RET tid:1 msg:8\n";
  };
  EXPECT_EQ(executions_of(lines(""), AlgorithmName::dpor), 1u);
  EXPECT_EQ(executions_of(lines("NOP tid:1\n"), AlgorithmName::dpor), 2u);
  EXPECT_EQ(executions_of(lines("ENABLE-EVENT tid:1 view:1 event:1\n"), AlgorithmName::dpor), 2u);
  EXPECT_EQ(executions_of(lines("POST src:1 msg:9 dest:1\n"), AlgorithmName::dpor), 1u);
  // A message that the dependence file names stays, so that what waits for it still does.
  EXPECT_EQ(executions_of(lines(""), AlgorithmName::dpor, "src:1 dest:4"), 2u);
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

// --- Without a dependence file -------------------------------------------------------------------

[[nodiscard]] std::uint64_t traces_alone(const std::string& lines) {
  std::vector<std::uint64_t> counts;
  for (const AlgorithmName name : {AlgorithmName::event, AlgorithmName::naive}) {
    const auto program = load_alone(numbered(lines));
    const Summary summary =
        explore(*program, *make_algorithm_for(*program, name, {}), {.keep_going = true});
    EXPECT_EQ(summary.deadlocks, 0u);
    counts.push_back(summary.maximal_executions());
  }
  EXPECT_EQ(counts[0], counts[1]);
  return counts[0];
}

// The system posts the event after it was enabled: one order instead of two.
TEST(RecordedLifecycle, AnEventIsPostedAfterItWasEnabled) {
  const auto lines = [](const std::string& triggered) {
    return R"(
      LOOP tid:1
      POST src:2 msg:7 dest:1
      CALL tid:1 msg:7
      WRITE tid:1 obj:1 class:c field:f
      ENABLE-WINDOW-FOCUS tid:1 windowHash:5
      ENABLE-WINDOW-FOCUS tid:1 windowHash:6
      RET tid:1 msg:7
      NATIVE-POST src:3 msg:8 dest:1
      CALL tid:1 msg:8
      )" + triggered +
           R"(
      WRITE tid:1 obj:1 class:c field:f
      RET tid:1 msg:8)";
  };
  EXPECT_EQ(traces_alone(lines("TRIGGER-WINDOW-FOCUS tid:1 windowHash:5")), 1u);
  EXPECT_EQ(traces_alone(lines("NOP tid:1")), 2u);
  EXPECT_EQ(traces_of(lines("TRIGGER-WINDOW-FOCUS tid:1 windowHash:5")), 2u);  // an empty file
}

// The message was already in the queue when the message before it enabled it. Both posts are
// ordered, or else the TRIGGER- could wait forever.
TEST(RecordedLifecycle, AnEventThatIsEnabledAfterItsPostWaitsForTheMessageThatEnablesIt) {
  EXPECT_EQ(traces_alone(R"(
      LOOP tid:1
      NATIVE-POST src:2 msg:7 dest:1
      NATIVE-POST src:3 msg:8 dest:1
      CALL tid:1 msg:7
      WRITE tid:1 obj:1 class:c field:f
      ENABLE-LIFECYCLE tid:1 component:c id:1 state:LAUNCH
      RET tid:1 msg:7
      CALL tid:1 msg:8
      TRIGGER-LIFECYCLE tid:1 component:c id:1 state:LAUNCH
      TRIGGER-LIFECYCLE tid:1 component:c id:9 state:RESUME
      WRITE tid:1 obj:1 class:c field:f
      RET tid:1 msg:8)"),
            1u);
}

TEST(RecordedLifecycle, AThreadOutsideMessagesWaitsAtItsTrigger) {
  EXPECT_EQ(traces_alone(R"(
      WRITE tid:1 obj:1 class:c field:f
      ENABLE-EVENT tid:1 view:1 event:1
      TRIGGER-EVENT tid:2 view:1 event:1
      WRITE tid:2 obj:1 class:c field:f)"),
            1u);
}

// [EmDpor18] Table 1.
TEST(RecordedOperations, StatisticsCountWhatTheTableOfThePaperCounts) {
  const auto program = load_text(numbered(R"(
      START
      THREADINIT tid:1
      FORK par-tid:1 child-tid:2
      LOOP tid:1
      THREADINIT tid:2
      NOP tid:2
      NATIVE-POST src:2 msg:7 dest:1
      THREADEXIT tid:2
      UI-POST src:3 msg:8 dest:1
      THREADINIT tid:4
      THREADEXIT tid:4
      CALL tid:1 msg:7
      READ tid:1 obj:1 class:c field:f
      WRITE-STATIC tid:1 class:c field:f
      READ tid:1 obj:1 class:c field:f
      RET tid:1 msg:7
      CALL tid:1 msg:8
      RET tid:1 msg:8)"));
  std::vector<std::pair<std::string, std::uint64_t>> found;
  program->presentation().add_statistics(found);
  const std::vector<std::pair<std::string, std::uint64_t>> expected = {
      {"trace: operations", 14},  // without START and message 8, which is empty
      {"trace: threads", 2},      // 1 and 4; 2 belongs to the system; 3 has nothing left
      {"trace: events", 1},
      {"trace: memory locations", 2}};
  EXPECT_EQ(found, expected);
}

// As the published tool counts: 4 waits for 1 and 2 at once, so it is not enough that 1 is there.
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
