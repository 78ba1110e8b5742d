// Threads, messages and handlers: how they are created, wait, end and stop.
#include <gtest/gtest.h>

#include "unit/model/run.h"

namespace mazurka::model_test {
namespace {

TEST(ModelTasks, OnlyThreadsWithoutParenthesesStartWithTheProgram) {
  const auto program = started(
      "var x; handler h; thread a { x = 1; } thread b() { x = 2; } message m { x = 3; } "
      "thread c { x = 4; }");
  EXPECT_EQ(enabled_of(*program), (Lines{"a", "c"}));
}

TEST(ModelTasks, AThreadWithoutEventsEndsAtOnce) {
  const auto program = started("thread a {} thread b { let r = 1; }");
  EXPECT_EQ(enabled_of(*program), Lines{});
  EXPECT_EQ(program->ending().kind, EndingKind::complete);
}

TEST(ModelTasks, AModelWithoutThreadsIsComplete) {
  EXPECT_EQ(started("")->ending().kind, EndingKind::complete);
  EXPECT_EQ(started("var x; message m { x = 1; } handler h;")->ending().kind, EndingKind::complete);
}

TEST(ModelTasks, ATaskEndsWithItsLastEvent) {
  const auto program = started(
      "var x; handler h; message m { x = 1; let r = 2; } message empty {} "
      "thread t { post m to h; post empty to h; if (x) { x = 1; } }");
  EXPECT_FALSE(step(*program, "t").ends_task);
  EXPECT_FALSE(step(*program, "t").ends_task);
  EXPECT_TRUE(step(*program, "t").ends_task);
  EXPECT_FALSE(step(*program, "h/m").ends_task);
  EXPECT_TRUE(step(*program, "h/m").ends_task);
  EXPECT_TRUE(step(*program, "h/empty").ends_task);
}

TEST(ModelTasks, ArgumentsAreValuesAtThePost) {
  EXPECT_EQ(events_of("var x = 5, y; handler h; message m(a, b) { y = a - b; a = 0; y = a; } "
                      "thread t { post m(x, 2) to h; x = 0; }"),
            (Lines{"t: reads x: 5", "t: post m(5, 2) to h", "t: x = 0", "h/m(5, 2): start",
                   "h/m(5, 2): y = 3", "h/m(5, 2): y = 0"}));
}

// [EmDpor18] Section 2.1: a thread of its own posts the message, at any later time.
TEST(ModelTasks, ADelayedPostIsAThreadThatPosts) {
  const auto program = started(
      "var x; handler h fifo; message m(i) { x = i; } "
      "thread t { post m(1) to h delayed; post m(2) to h; }");
  const Event spawn = step(*program, "t");
  EXPECT_EQ(spawn.operation, OperationKind::spawn);
  EXPECT_EQ(enabled_of(*program), (Lines{"t", "delayed m(1)"}));
  step(*program, "t");
  const Event post = step(*program, "delayed m(1)");
  EXPECT_EQ(post.operation, OperationKind::post);
  EXPECT_TRUE(post.ends_task);
  EXPECT_EQ(enabled_of(*program), Lines{"h/m(2)"});  // it was posted first
}

TEST(ModelTasks, TheArgumentsAndTheHandlerOfADelayedPostAreThoseOfTheStatement) {
  EXPECT_EQ(events_of("var x = 1, y; handler w[2]; message m(a, b) { y = a + b; } "
                      "thread t { post m(x, 2) to w[x] delayed; x = 0; }"),
            (Lines{"t: reads x: 1", "t: reads x: 1", "t: spawn delayed m(1, 2)", "t: x = 0",
                   "delayed m(1, 2): post m(1, 2) to w[1]", "w[1]/m(1, 2): start",
                   "w[1]/m(1, 2): y = 3"}));
}

// The word is none of the keywords.
TEST(ModelTasks, DelayedCanBeAName) {
  EXPECT_EQ(events_of("var x; handler delayed; message m { x = 1; } "
                      "thread t { post m to delayed; post m to delayed delayed; }")
                .size(),
            7u);
}

TEST(ModelTasks, AnyMessageOfAMultisetCanStartFirst) {
  const auto program = started(
      "var x; handler h; message m(i) { x = i; } thread t { for i in 0..3 { post m(i) to h; } }");
  for (int i = 0; i < 3; ++i) step(*program, "t");
  EXPECT_EQ(enabled_of(*program), (Lines{"h/m(0)", "h/m(1)", "h/m(2)"}));
  step(*program, "h/m(1)");
  EXPECT_EQ(enabled_of(*program), Lines{"h/m(1)"});  // one message at a time, to its end
  step(*program, "h/m(1)");
  EXPECT_EQ(enabled_of(*program), (Lines{"h/m(0)", "h/m(2)"}));
}

TEST(ModelTasks, OnlyTheFirstMessageOfAFifoCanStart) {
  const auto program = started(
      "var x; handler h fifo; message m(i) { x = i; } "
      "thread a { post m(1) to h; post m(2) to h; } thread b { post m(3) to h; }");
  step(*program, "b");
  step(*program, "a");
  step(*program, "a");
  EXPECT_EQ(enabled_of(*program), Lines{"h/m(3)"});
  for (const std::string message : {"h/m(3)", "h/m(1)", "h/m(2)"}) {
    step(*program, message);
    EXPECT_EQ(enabled_of(*program), Lines{message});
    step(*program, message);
  }
  EXPECT_EQ(program->ending().kind, EndingKind::complete);
}

TEST(ModelTasks, HandlersOfAnArrayAndOfAListAreIndependent) {
  const auto program = started(
      "var x; handler w[2], f fifo, p multiset; message m(i) { x = i; } "
      "thread t { post m(0) to w[0]; post m(1) to w[1]; post m(2) to f; post m(3) to f; "
      "  post m(4) to p; post m(5) to p; }");
  for (int i = 0; i < 6; ++i) step(*program, "t");
  EXPECT_EQ(enabled_of(*program), (Lines{"w[0]/m(0)", "w[1]/m(1)", "f/m(2)", "p/m(4)", "p/m(5)"}));
}

TEST(ModelTasks, ASpawnedThreadRunsItsLocalPrefixAtOnce) {
  const auto program = started(
      "thread t { let a = spawn empty(); join a; let b = spawn wrong(); join b; } "
      "thread empty() {} thread wrong() { assert 0; }");
  step(*program, "t");
  EXPECT_EQ(enabled_of(*program), Lines{"t"});  // `empty` has ended
  step(*program, "t");
  step(*program, "t");
  EXPECT_EQ(enabled_of(*program), Lines{});  // `wrong` never ends
  EXPECT_EQ(program->ending().failures.at(0).position, 3u);
}

TEST(ModelTasks, AJoinWaitsForTheEnd) {
  const auto program =
      started("var x; thread t { let r = spawn u(7); join r; join r; } thread u(i) { x = i; }");
  step(*program, "t");
  EXPECT_EQ(enabled_of(*program), Lines{"u(7)"});
  EXPECT_FALSE(pending_of(*program, "t").enabled);
  EXPECT_EQ(pending_of(*program, "t").other, task_named(*program, "u(7)"));
  step(*program, "u(7)");
  step(*program, "t");
  step(*program, "t");
  EXPECT_EQ(program->ending().kind, EndingKind::complete);
}

TEST(ModelTasks, AThreadRegisterInALoopIsTheLatestThread) {
  EXPECT_EQ(operations_of("var x; thread t { for i in 0..2 { let r = spawn u(i); join r; } } "
                          "thread u(i) { x = i; }"),
            (Lines{"spawn u(0)", "x = 0", "join u(0)", "spawn u(1)", "x = 1", "join u(1)"}));
}

// A stopped message keeps its handler busy, a stopped thread keeps its locks, and
// joins of it never return.
TEST(ModelTasks, AStoppedTaskNeverEnds) {
  const auto program = started(
      "var x; lock l; handler h; message m { lock(l); assume x == 1; } "
      "thread t { post m to h; post m to h; }");
  step(*program, "t");
  step(*program, "t");
  while (!program->enabled().empty()) program->step(program->enabled().front());
  EXPECT_EQ(program->ending().kind, EndingKind::blocked);
  std::vector<Pending> pending;
  program->pending(pending);
  ASSERT_EQ(pending.size(), 2u);
  EXPECT_TRUE(pending[0].stopped);
  EXPECT_EQ(pending[1].operation, OperationKind::start);
  EXPECT_FALSE(pending[1].enabled);
}

TEST(ModelTasks, IdsDoNotDependOnTheSchedule) {
  const auto program = started(
      "var x; handler h, g; message m { post n to h; } message n { x = 1; } "
      "thread a { post m to h; post n to h; } thread b { post m to g; }");
  const TaskId a = task_named(*program, "a");
  step(*program, "a");
  const TaskId m = task_named(*program, "h/m");
  step(*program, "b");
  const TaskId other = task_named(*program, "g/m");
  program->restart();
  step(*program, "b");
  EXPECT_EQ(task_named(*program, "g/m"), other);
  EXPECT_EQ(task_named(*program, "a"), a);
  step(*program, "a");
  EXPECT_EQ(task_named(*program, "h/m"), m);
  const TaskName& name = program->registry().name_of(m);
  EXPECT_EQ(name.creator, a);
  EXPECT_EQ(name.ordinal, 0u);
  EXPECT_EQ(program->registry().path_of(step(*program, "a").other), "0.1");
}

// One counter numbers posts and spawns.
TEST(ModelTasks, OrdinalsCountAllTasksOfACreator) {
  const auto program = started(
      "var x; handler h; message m { x = 1; } thread u() { x = 2; } "
      "thread t { post m to h; spawn u(); post m to h; }");
  for (const char* const path : {"0.0", "0.1", "0.2"})
    EXPECT_EQ(program->registry().path_of(step(*program, "t").other), path);
}

TEST(ModelTasks, AnExecutionIsExactlyOneOfFourKinds) {
  const auto ending = [](const std::string& source) {
    const auto program = started(source);
    static_cast<void>(events_of(*program));
    return program->ending().kind;
  };
  const std::string dead = "lock l; thread d { lock(l); lock(l); } ";
  EXPECT_EQ(ending("var x; thread t { x = 1; }"), EndingKind::complete);
  EXPECT_EQ(ending(dead), EndingKind::deadlock);
  EXPECT_EQ(ending(dead + "thread t { assume 0; }"), EndingKind::blocked);
  EXPECT_EQ(ending(dead + "thread t { assume 0; } thread u { assert 0; }"), EndingKind::error);
}

}  // namespace
}  // namespace mazurka::model_test
