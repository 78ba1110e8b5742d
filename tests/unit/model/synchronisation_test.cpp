// Locks and condition variables, and the nondeterministic choices that they offer.
#include <gtest/gtest.h>

#include "program/presentation.h"
#include "unit/model/run.h"

namespace mazurka::model_test {
namespace {

TEST(ModelLocks, ALockIsHeldByOneTask) {
  const auto program =
      started("lock l; thread a { lock(l); unlock(l); } thread b { lock(l); unlock(l); }");
  step(*program, "a");
  EXPECT_EQ(enabled_of(*program), Lines{"a"});
  EXPECT_EQ(program->step({task_named(*program, "b"), 0}), nullptr);
  step(*program, "a");
  EXPECT_EQ(enabled_of(*program), Lines{"b"});
}

TEST(ModelLocks, LockingWhatOneHoldsWaitsForEver) {
  const auto program = started("lock l; thread a { lock(l); lock(l); }");
  step(*program, "a");
  EXPECT_EQ(enabled_of(*program), Lines{});
  EXPECT_EQ(program->ending().kind, EndingKind::deadlock);
}

TEST(ModelLocks, LocksOfAnArrayAreIndependent) {
  EXPECT_EQ(operations_of("lock m[2]; thread a { for i in 0..2 { lock(m[i]); } }"),
            (Lines{"lock(m[0])", "lock(m[1])"}));
}

class ModelConditionVariables : public ::testing::Test {
 protected:
  // Puts both waiters to sleep.
  void SetUp() override {
    for (const std::string waiter : {"a", "b"}) {
      step(*program_, waiter);
      step(*program_, waiter);
    }
  }
  std::unique_ptr<Program> program_ = started(
      "lock l; cond c; var x; thread a { lock(l); wait(c, l); x = 1; unlock(l); } "
      "thread b { lock(l); wait(c, l); unlock(l); } "
      "thread s { lock(l); signal(c); unlock(l); broadcast(c); signal(c); }");
};

TEST_F(ModelConditionVariables, WaitGivesUpTheLockAndSleeps) {
  EXPECT_EQ(enabled_of(*program_), Lines{"s"});
  const Pending pending = pending_of(*program_, "a");
  EXPECT_TRUE(pending.asleep);
  EXPECT_FALSE(pending.enabled);
  EXPECT_EQ(pending.operation, OperationKind::relock);
  EXPECT_EQ(pending.object, object_named(*program_, "l"));
  EXPECT_EQ(pending.condition_variable, object_named(*program_, "c"));
  EXPECT_EQ(accesses_of(*program_, pending.accesses), "lock l");
  EXPECT_EQ(pending.index, 2u);
}

TEST_F(ModelConditionVariables, WhichSleeperASignalWakesIsAChoice) {
  step(*program_, "s");
  const TaskId a = task_named(*program_, "a");
  const TaskId b = task_named(*program_, "b");
  const TaskId s = task_named(*program_, "s");
  const std::vector<Choice> expected = {{s, value_waking(a)}, {s, value_waking(b)}};
  const auto enabled = program_->enabled();
  EXPECT_EQ(std::vector(enabled.begin(), enabled.end()), expected);
  EXPECT_EQ(program_->step({s, wakes_nobody}), nullptr);
  EXPECT_EQ(program_->step({s, value_waking(s)}), nullptr);
  EXPECT_EQ(program_->step({s, b.value}), nullptr);

  const Event signal = step(*program_, "s", value_waking(b));
  EXPECT_EQ(signal.other, b);
  EXPECT_EQ(signal.choice, value_waking(b));
  EXPECT_EQ(program_->presentation().describe(signal), "signal(c) wakes b");
  EXPECT_EQ(enabled_of(*program_), Lines{"s"});  // b is awake, but s holds the lock
  EXPECT_FALSE(pending_of(*program_, "b").asleep);
  EXPECT_EQ(pending_of(*program_, "b").other, s);
  EXPECT_EQ(pending_of(*program_, "b").other_index, signal.index);
  EXPECT_TRUE(pending_of(*program_, "a").asleep);

  step(*program_, "s");
  const Event relock = step(*program_, "b");
  EXPECT_EQ(relock.operation, OperationKind::relock);
  EXPECT_EQ(relock.object, object_named(*program_, "l"));
  EXPECT_EQ(relock.other, s);
  EXPECT_EQ(relock.other_index, signal.index);
  EXPECT_EQ(accesses_of(*program_, relock.accesses), "lock l");
}

TEST_F(ModelConditionVariables, ABroadcastWakesAllAndThenASignalFindsNobody) {
  step(*program_, "s");
  step(*program_, "s", value_waking(task_named(*program_, "a")));
  step(*program_, "s");
  step(*program_, "s");
  EXPECT_EQ(enabled_of(*program_), (Lines{"a", "b", "s:" + std::to_string(wakes_nobody)}));
  const Event signal = step(*program_, "s", wakes_nobody);
  EXPECT_EQ(program_->presentation().describe(signal), "signal(c) wakes nobody");
  EXPECT_EQ(events_of(*program_), (Lines{"a: woken by s, takes l again", "a: x = 1", "a: unlock(l)",
                                         "b: woken by s, takes l again", "b: unlock(l)"}));
  EXPECT_EQ(program_->ending().kind, EndingKind::complete);
}

TEST(ModelChoose, EveryValueIsAChoice) {
  const auto program = started("var x; thread t { x = choose(3); }");
  EXPECT_EQ(enabled_of(*program), (Lines{"t", "t:1", "t:2"}));
  EXPECT_EQ(program->step({task_named(*program, "t"), 3}), nullptr);
  EXPECT_EQ(program->presentation().describe(step(*program, "t", 2)), "choose(3): 2");
  EXPECT_EQ(step(*program, "t").written_value, 2);
}

TEST(ModelChoose, OperationsWithoutAlternativesHaveOneChoice) {
  const auto program = started("var x; thread t { x = 1; }");
  EXPECT_EQ(program->step({task_named(*program, "t"), 1}), nullptr);
  EXPECT_NE(program->step({task_named(*program, "t"), 0}), nullptr);
}

}  // namespace
}  // namespace mazurka::model_test
