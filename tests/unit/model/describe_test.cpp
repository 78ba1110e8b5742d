// Tests the descriptions of pending operations, tasks and states. Other tests cover those of
// events.
#include <gtest/gtest.h>

#include "program/presentation.h"
#include "program/state_view.h"
#include "unit/model/run.h"

namespace mazurka::model_test {
namespace {

TEST(ModelWords, PendingOperations) {
  const auto next = [](const std::string& body) {
    const auto program =
        started("var x, a[2]; lock l; cond c; handler h; message m {} thread u() {} thread t { " +
                body + " }");
    return program->presentation().describe(pending_of(*program, "t"));
  };
  EXPECT_EQ(next("x = 1;"), "write x");
  EXPECT_EQ(next("let r = a[1];"), "read a[1]");
  EXPECT_EQ(next("fetch_add(x, 1);"), "update x");
  EXPECT_EQ(next("lock(l);"), "lock(l)");
  EXPECT_EQ(next("trylock(l);"), "trylock(l)");
  EXPECT_EQ(next("await ( x == 1 );"), "await x == 1");
  EXPECT_EQ(next("signal(c);"), "signal(c)");
  EXPECT_EQ(next("broadcast(c);"), "broadcast(c)");
  EXPECT_EQ(next("post m to h;"), "post to h");
  EXPECT_EQ(next("spawn u();"), "spawn");
  EXPECT_EQ(next("choose(1 + 1);"), "choose(1 + 1)");
  EXPECT_EQ(next("assert 0;"), "stopped");
}

TEST(ModelWords, PendingOperationsThatWait) {
  const auto program = started(
      "var x; lock l; cond c; handler h; message m(i) { x = i; } thread u(i) { x = i; } "
      "thread t { lock(l); wait(c, l); } thread s { let r = spawn u(3); post m(4) to h; join r; }");
  step(*program, "t");
  EXPECT_EQ(program->presentation().describe(pending_of(*program, "t")), "wait(c, l)");
  step(*program, "t");
  EXPECT_EQ(program->presentation().describe(pending_of(*program, "t")), "wait(c, l)");
  step(*program, "s");
  step(*program, "s");
  EXPECT_EQ(program->presentation().describe(pending_of(*program, "s")), "join u(3)");
  EXPECT_EQ(program->presentation().describe(pending_of(*program, "h/m(4)")), "start");
}

// A task that does not exist in this execution still has its name.
TEST(ModelWords, TasksOfOtherExecutions) {
  const auto program =
      started("var x; handler h; message m(i) { x = i; } thread t { post m(4) to h; }");
  const TaskId message = step(*program, "t").other;
  EXPECT_EQ(program->presentation().describe(message), "h/m(4)");
  program->restart();
  EXPECT_EQ(program->presentation().describe(message), "h/m");
}

TEST(ModelFingerprints, EqualStatesAreEqualWhateverTheSchedule) {
  const auto program = started(
      "var x, y; handler h; message m { x = 1; } "
      "thread a { y = 1; post m to h; } thread b { let r = x; post m to h; }");
  const auto fingerprint = [&](const Lines& schedule) {
    program->restart();
    for (const std::string& task : schedule) step(*program, task);
    return program->state_view().state_fingerprint();
  };
  EXPECT_EQ(fingerprint({"a", "b"}), fingerprint({"b", "a"}));
  EXPECT_EQ(fingerprint({"a", "a", "b", "b"}), fingerprint({"b", "b", "a", "a"}));
  EXPECT_NE(fingerprint({}), fingerprint({"a"}));
  EXPECT_NE(fingerprint({"a"}), fingerprint({"b"}));
}

TEST(ModelFingerprints, TellValuesRegistersAndLocksApart) {
  const auto fingerprint = [](const std::string& body, std::uint32_t value) {
    const auto program = started("var x; lock l[2]; thread t { let r = choose(2); " + body + " }");
    step(*program, "t", value);
    while (program->enabled().size() == 1) program->step(program->enabled().front());
    return program->state_view().state_fingerprint();
  };
  for (const std::string body :
       {"x = r; r = 0; choose(2);", "choose(2);", "lock(l[r]); r = 0; choose(2);"})
    EXPECT_NE(fingerprint(body, 0), fingerprint(body, 1)) << body;
}

TEST(ModelFingerprints, OnlyFifoMailboxesCountByTheirOrder) {
  const auto fingerprint = [](const std::string& discipline, const Lines& schedule) {
    const auto program = started("var x; handler h " + discipline +
                                 "; message m { x = 1; } thread a { post m to h; } "
                                 "thread b { post m to h; }");
    for (const std::string& task : schedule) step(*program, task);
    return program->state_view().mailbox_fingerprint();
  };
  EXPECT_EQ(fingerprint("fifo", {}), 0u);
  EXPECT_NE(fingerprint("fifo", {"a", "b"}), fingerprint("fifo", {"b", "a"}));
  EXPECT_NE(fingerprint("fifo", {"a"}), fingerprint("fifo", {"b"}));
  EXPECT_EQ(fingerprint("multiset", {"a", "b"}), 0u);
}

}  // namespace
}  // namespace mazurka::model_test
