#include "explore/counterexample/counterexample.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "unit/check/explored_model.h"

namespace mazurka {
namespace {

using Race = std::pair<Position, Position>;

Counterexample first_error(std::string_view source) {
  const Summary summary = explored(source);
  EXPECT_FALSE(summary.errors.empty());
  return summary.errors.empty() ? Counterexample{} : summary.errors[0];
}

TEST(Counterexample, TellsWhatEachEventComesDirectlyAfter) {
  const Counterexample error = first_error(R"(var x;
thread main { let t = spawn w(); join t; assert x == 0; }
thread w() { x = 1; })");
  ASSERT_EQ(error.events.size(), 4u);
  EXPECT_EQ(error.events[0].after, std::vector<Position>{});
  EXPECT_EQ(error.events[1].after, std::vector<Position>{0});  // after its creation
  EXPECT_EQ(error.events[2].after, std::vector<Position>{1});  // after the write of w
  EXPECT_EQ(error.events[3].after, std::vector<Position>{});   // already ordered by the join
  EXPECT_TRUE(error.races.empty());
}

TEST(Counterexample, ListsConflictsThatCouldGoTheOtherWay) {
  const Counterexample error = first_error(R"(var x;
thread t { x = 1; assert x == 1; }
thread u { x = 2; assert x == 1; })");
  EXPECT_EQ(error.races, (std::vector<Race>{{1, 2}}));
}

// An unlock cannot come after the lock that it enables; the race is between the two acquisitions.
TEST(Counterexample, PairsAcquisitionsNotUnlockAndLock) {
  const Counterexample error = first_error(R"(lock l;
thread t { lock(l); unlock(l); }
thread u { lock(l); unlock(l); assert 0; })");
  EXPECT_EQ(error.races, (std::vector<Race>{{0, 2}}));
}

TEST(Counterexample, SaysWhatTheTasksThatAreLeftWaitFor) {
  const Counterexample error = first_error(R"(lock l; handler h;
thread t { post m to h; post n to h; lock(l); lock(l); }
message m { lock(l); }
message n { lock(l); })");
  std::vector<std::string> ends;
  for (const ShownTask& task : error.tasks) ends.push_back(task.name + ": " + task.ends);
  EXPECT_EQ(ends, (std::vector<std::string>{"t: waits: lock(l)", "h/m: waits: lock(l)",
                                            "h/n: still in the mailbox"}));
  EXPECT_TRUE(error.tasks[2].in_mailbox);
  EXPECT_FALSE(error.tasks[1].in_mailbox);
}

TEST(Counterexample, RecordsChoicesAndWokenTasksInItsSchedule) {
  const Summary summary = all_errors_of(R"(lock l; cond c;
thread a { lock(l); wait(c, l); let v = choose(3); assert v != 2; }
thread p { lock(l); signal(c); unlock(l); })");
  const auto failed = std::ranges::find_if(summary.errors, [](const Counterexample& error) {
    return error.finding.kind == FindingKind::assertion;
  });
  ASSERT_NE(failed, summary.errors.end());
  std::vector<std::string> steps;
  for (const ScheduleStep& step : failed->schedule.steps)
    steps.push_back(step.task + ":" + std::to_string(step.value) + ">" + step.woken);
  EXPECT_EQ(steps,
            (std::vector<std::string>{"0:0>", "0:0>", "1:0>", "1:0>0", "1:0>", "0:0>", "0:2>"}));
}

}  // namespace
}  // namespace mazurka
