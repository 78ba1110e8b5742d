#include "cli/child/last_execution.h"

#include <sstream>
#include <unistd.h>

#include <gtest/gtest.h>

#include "cli/child/recorded_program.h"
#include "program/model/model.h"

namespace mazurka::cli {
namespace {

const char* const two_writers = R"(var x = 0;
thread t { x = 1; x = 2; }
thread u { x = 3; }
)";

// A model that ends its process in the step with this number, counted from 1.
class Deadly final : public ForwardingProgram {
 public:
  Deadly(Program& program, int step) : ForwardingProgram(program), deadly_(step) {}

  void restart() override {
    steps_ = 0;
    ForwardingProgram::restart();
  }
  const Event* step(Choice choice) override {
    if (++steps_ == deadly_) _exit(7);
    return ForwardingProgram::step(choice);
  }

 private:
  int deadly_;
  int steps_ = 0;
};

class LastExecutionTest : public testing::Test {
 protected:
  // Runs the enabled choice with the highest task until the program ends or the process dies.
  LastExecution run(Program& program) {
    const ChildResult result =
        supervise(memory_.state(), {}, out_, err_, [&](const ChildSide& side) {
          RecordedProgram recorded(program, side.state);
          recorded.restart();
          while (!recorded.enabled().empty()) (void)recorded.step(recorded.enabled().back());
          return 0;
        });
    EXPECT_TRUE(result.died());
    return last_execution(memory_.state(), result);
  }
  Death describe(Program& program, const LastExecution& last) {
    return describe_death(program, last, {}, memory_.state(), out_, err_);
  }

  std::unique_ptr<Program> model_ = model::load(two_writers, "m.mzk");
  SharedMemory memory_;
  std::ostringstream out_;
  std::ostringstream err_;
};

TEST_F(LastExecutionTest, ContainsTheStepThatWasNotCompleted) {
  Deadly program(*model_, 2);
  const LastExecution last = run(program);
  EXPECT_EQ(last.how, "exited with status 7");
  EXPECT_EQ(last.runs, 1u);
  ASSERT_EQ(last.choices.size(), 2u);
  ASSERT_EQ(last.tasks.size(), 2u);
}

TEST_F(LastExecutionTest, IsDescribedUpToTheStepThatKills) {
  Deadly program(*model_, 2);
  const Death death = describe(program, run(program));
  EXPECT_TRUE(death.is_reproducible);
  ASSERT_EQ(death.errors.size(), 1u);
  const Counterexample& error = death.errors[0];
  EXPECT_EQ(error.finding.kind, FindingKind::crash);
  EXPECT_EQ(error.finding.message, "the process exited with status 7");
  EXPECT_EQ(error.place.substr(0, 8), "m.mzk:2:");
  ASSERT_EQ(error.events.size(), 2u);
  EXPECT_EQ(error.events[0].text, "x = 3");
  EXPECT_EQ(error.events[1].after, std::vector<Position>{0});
  ASSERT_EQ(error.schedule.steps.size(), 2u);
  EXPECT_EQ(error.schedule.steps[0].task, "1");
  EXPECT_EQ(error.schedule.steps[1].task, "0");
}

// Somebody else killed the first process.
TEST_F(LastExecutionTest, IsNotAnErrorIfItDoesNotKillAgain) {
  Deadly program(*model_, 2);
  const LastExecution last = run(program);
  EXPECT_FALSE(describe(*model_, last).is_reproducible);
}

// Replays are recorded as a whole, so the recorded schedule may be too long.
TEST_F(LastExecutionTest, EndsWhereTheProcessDiesEvenIfMoreStepsWereRecorded) {
  Deadly later(*model_, 3);
  const LastExecution last = run(later);
  Deadly earlier(*model_, 2);
  const Death death = describe(earlier, last);
  EXPECT_TRUE(death.is_reproducible);
  ASSERT_EQ(death.errors.size(), 1u);
  EXPECT_EQ(death.errors[0].schedule.steps.size(), 2u);
}

TEST_F(LastExecutionTest, CanEndBeforeTheFirstStep) {
  class DiesAtOnce final : public ForwardingProgram {
   public:
    using ForwardingProgram::ForwardingProgram;
    void restart() override { _exit(7); }
  };
  DiesAtOnce program(*model_);
  const Death death = describe(program, run(program));
  EXPECT_TRUE(death.is_reproducible);
  ASSERT_EQ(death.errors.size(), 1u);
  EXPECT_TRUE(death.errors[0].schedule.steps.empty());
}

// A program that dies may have overwritten the shared memory before.
TEST_F(LastExecutionTest, SkipsWhatMakesNoSense) {
  SharedState& state = memory_.state();
  state.task_count = state.step_count = 0xffffffff;
  EXPECT_TRUE(last_execution(state, {}).tasks.empty());
  EXPECT_TRUE(last_execution(state, {}).choices.empty());
  state.task_count = state.step_count = 2;
  state.tasks[0] = {};
  state.tasks[1] = {.creator = TaskId{17}};
  state.steps[0] = {TaskId{0}, 0};
  state.steps[1] = {TaskId{1}, 0};
  const LastExecution last = last_execution(state, {});
  EXPECT_EQ(last.tasks.size(), 1u);
  EXPECT_EQ(last.choices.size(), 1u);
}

}  // namespace
}  // namespace mazurka::cli
