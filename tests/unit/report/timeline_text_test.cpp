#include "report/timeline_text.h"

#include <sstream>

#include <gtest/gtest.h>

#include "report/text_width.h"
#include "unit/report/hand_made_error.h"

namespace mazurka {
namespace {

const TextStyle without_colours(false);

std::string drawn_in(const Counterexample& error, std::size_t width) {
  return drawn(make_timeline(error, Detail::relevant), width, without_colours);
}

Counterexample deadlock() {
  HandMadeError made({"main", "ui/on_pay(3)"});
  made.step(0, "post on_pay(3) to ui");
  made.step(0, "lock(A)");
  made.step(1, "lock(B)", {0});
  made.error.races = {{1, 2}};
  made.error.finding.events = {1, 2};
  made.error.tasks[0].ends = "waits: lock(B)";
  made.error.tasks[1].ends = "waits: lock(A)";
  return made.error;
}

TEST(TimelineText, HasOneColumnPerTaskAndThePlacesAtTheRight) {
  EXPECT_EQ(drawn_in(deadlock(), 100),
            "       main                  ui/on_pay(3)\n"
            " 1     post on_pay(3) to ui                  m.mzk:1\n"
            " 2  a  lock(A)                               m.mzk:2\n"
            " 3  a                        lock(B)         m.mzk:3\n"
            " -     waits: lock(B)        waits: lock(A)\n");
}

// Texts may extend to the right, because the other columns are empty in that line.
TEST(TimelineText, LetsColumnsShrinkBeforeTextsDo) {
  EXPECT_EQ(drawn_in(deadlock(), 42),
            "       main             ui/on_pay(3)\n"
            " 1     post on_pay(3) to ui             :1\n"
            " 2  a  lock(A)                          :2\n"
            " 3  a                   lock(B)         :3\n"
            " -     waits: lock(B)   waits: lock(A)\n");
}

TEST(TimelineText, StaggersNamesThatDoNotFitAboveTheirColumns) {
  HandMadeError made({"a_long_name_of_a_task", "another_long_name", "t"});
  made.step(0, "x = 1");
  made.step(1, "x = 2");
  made.step(2, "x = 3");
  EXPECT_EQ(drawn_in(made.error, 50),
            "    a_long_name_of_a_task\n"
            "    |                 another_long_name\n"
            "    |                 |                 t\n"
            " 1  x = 1                                      :1\n"
            " 2                    x = 2                    :2\n"
            " 3                                      x = 3  :3\n");
}

TEST(TimelineText, IsAListWhereTheTasksAreTooManyForColumns) {
  std::vector<std::string> names;
  for (int i = 0; i < 20; ++i) names.push_back("worker(" + std::to_string(i) + ")");
  HandMadeError made(names);
  for (std::uint32_t i = 0; i < 20; ++i) made.step(i, "x = " + std::to_string(i));
  const std::string text = drawn_in(made.error, 80);
  EXPECT_TRUE(text.starts_with("  1  worker(0)   x = 0")) << text;
}

TEST(TimelineText, StaysWithinTheWidth) {
  HandMadeError made({"main", "a task with a rather long name", "c", "d", "e"});
  for (std::uint32_t i = 0; i < 50; ++i)
    made.step(i % 5, "a_variable_with_a_long_name[" + std::to_string(i) + "] = 123456789");
  for (Position i = 20; i < 40; ++i)
    made.error.races.change().push_back({4, i});  // one has many letters
  for (const std::size_t width : {40u, 50u, 60u, 80u, 100u, 132u, 200u}) {
    SCOPED_TRACE(width);
    std::istringstream text(drawn_in(made.error, width));
    for (std::string line; std::getline(text, line);) EXPECT_LE(width_of(line), width) << line;
  }
}

TEST(TimelineText, CanConsistOfAGapAlone) {
  Timeline timeline;
  timeline.rows.push_back({.kind = RowKind::gap, .text = "100 steps omitted"});
  EXPECT_EQ(drawn(timeline, 80, without_colours), "    … 100 steps omitted\n");
}

TEST(TimelineText, ColoursNothingUnlessAsked) {
  const Timeline timeline = make_timeline(deadlock(), Detail::all);
  EXPECT_EQ(drawn(timeline, 100, without_colours).find('\x1b'), std::string::npos);
  EXPECT_NE(drawn(timeline, 100, TextStyle(true)).find('\x1b'), std::string::npos);
}

}  // namespace
}  // namespace mazurka
