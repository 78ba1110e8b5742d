// What is left to explore along an execution.
#include "explore/tree/schedule_frames.h"

#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include "core/execution.h"
#include "explore/free_choice.h"
#include "program/model/model.h"

namespace mazurka {
namespace {

class ScheduleFramesTest : public testing::Test {
 protected:
  ScheduleFramesTest() {
    frames.begin_run();
    program->restart();
    while (!program->enabled().empty()) {
      EXPECT_FALSE(frames.prescribes_step());
      const Choice choice = FreeChoice(0).pick(program->enabled(), execution);
      frames.follow_freely(choice, program->enabled());
      execution.push(*program->step(choice));
      schedule.push_back(choice);
    }
    (void)frames.end_run();
  }

  std::unique_ptr<Program> program =
      model::load("var x = 0; thread a { x = 1; } thread b { x = 2; }", "test.mzk");
  Execution execution{program->registry(), Relation::events};
  ScheduleFrames frames{execution};
  std::vector<Choice> schedule;  // of the execution
};

TEST_F(ScheduleFramesTest, HaveNothingLeftAfterTheFirstExecution) {
  EXPECT_EQ(frames.deepest_branch(), std::nullopt);
}

TEST_F(ScheduleFramesTest, FindTheDeepestBranch) {
  frames.insert(0, std::vector<Choice>{schedule.back()});
  EXPECT_EQ(frames.deepest_branch(), Position{0});
}

// The worker that has run this job has not told anybody yet, so another one runs it, too.
TEST_F(ScheduleFramesTest, KeepAJobThatIsTheWholePresentExecution) {
  frames.insert(0, schedule, ScheduleFrames::Goal{.trace = {1, 2}, .is_told = true});
  ASSERT_EQ(frames.deepest_branch(), execution.size());
  frames.begin_run();
  const auto& run = frames.end_run();
  ASSERT_TRUE(run.goal);
  EXPECT_EQ(run.goal->trace, (TraceKey{1, 2}));
  EXPECT_EQ(frames.deepest_branch(), std::nullopt);
}

}  // namespace
}  // namespace mazurka
