#include "report/timeline.h"

#include <gtest/gtest.h>

#include "unit/report/hand_made_error.h"

namespace mazurka {
namespace {

using Lines = std::vector<std::string>;

// Formats rows as "column: text [marks]" and gaps as "…".
Lines lines(const Timeline& timeline) {
  Lines result;
  for (const TimelineRow& row : timeline.rows) {
    if (row.kind == RowKind::gap) {
      result.push_back("… " + row.text);
      continue;
    }
    result.push_back(timeline.columns.at(row.column) + ": " + row.text +
                     (row.marks.empty() ? "" : " [" + row.marks + "]"));
  }
  return result;
}

TEST(Timeline, ShowsAllStepsOfAShortExecutionAndWhatTasksWaitFor) {
  HandMadeError made({"main", "t"});
  made.step(1, "lock(B)");
  made.step(0, "lock(A)");
  made.error.tasks[0].ends = "waits: lock(B)";
  made.error.tasks[1].ends = "waits: lock(A)";
  EXPECT_EQ(lines(make_timeline(made.error, Detail::relevant)),
            (Lines{"t: lock(B)", "main: lock(A)", "main: waits: lock(B)", "t: waits: lock(A)"}));
}

TEST(Timeline, GivesNoColumnToMessagesThatNeverStarted) {
  HandMadeError made({"main", "ui/m"});
  made.step(0, "post m to ui");
  made.error.tasks[1].ends = "still in the mailbox";
  made.error.tasks[1].in_mailbox = true;
  EXPECT_EQ(make_timeline(made.error, Detail::all).columns, Lines{"main"});
}

TEST(Timeline, PutsTheFailureWhereItHappenedAndLeavesOutWhatFollows) {
  HandMadeError made({"main", "t"});
  made.step(0, "x = 1");
  made.step(1, "x = 2", {0});
  made.step(0, "reads x: 2", {1});
  made.step(1, "y = 1");
  made.fails(0);
  made.error.finding.position = 3;
  EXPECT_EQ(lines(make_timeline(made.error, Detail::relevant)),
            (Lines{"main: x = 1", "t: x = 2", "main: reads x: 2", "main: assertion failed"}));
  EXPECT_EQ(
      lines(make_timeline(made.error, Detail::all)),
      (Lines{"main: x = 1", "t: x = 2", "main: reads x: 2", "main: assertion failed", "t: y = 1"}));
}

// The timeline shows every event that the argument refers to, wherever it is.
TEST(Timeline, ShowsTheEventsThatTheArgumentNames) {
  HandMadeError made({"main", "t"});
  made.step(0, "reads x: 0");
  made.step(1, "y = 1");
  made.step(1, "x = 1");
  made.fails(0);
  made.error.finding.position = 1;
  made.error.finding.because = {{"because t wrote it later", 2}};
  EXPECT_EQ(lines(make_timeline(made.error, Detail::relevant)),
            (Lines{"main: reads x: 0", "main: assertion failed", "t: x = 1"}));
}

// The timeline shows the steps of the deadlocked tasks that led to the events of the deadlock.
TEST(Timeline, OfADeadlockShowsWhatLedToItsEvents) {
  HandMadeError made({"main", "t", "idle"});
  made.step(0, "lock(A)");
  made.step(2, "z = 1");
  made.step(1, "lock(B)");
  made.error.finding.events = {0, 2};
  const Timeline timeline = make_timeline(made.error, Detail::relevant);
  EXPECT_EQ(lines(timeline), (Lines{"main: lock(A)", "t: lock(B)"}));
  EXPECT_EQ(timeline.left_out, 1u);
  EXPECT_FALSE(timeline.has_gaps);
}

TEST(Timeline, ShowsOnlyWhatLedToTheError) {
  HandMadeError made({"main", "idle", "writer"});
  made.step(0, "begin");
  for (int i = 0; i < 100; ++i) made.step(1, "z = 1");
  made.step(2, "x = 2");
  made.step(0, "reads x: 2", {101});
  made.fails(0);
  const Timeline timeline = make_timeline(made.error, Detail::relevant);
  EXPECT_EQ(lines(timeline),
            (Lines{"main: begin", "writer: x = 2", "main: reads x: 2", "main: assertion failed"}));
  EXPECT_EQ(timeline.left_out, 100u);
  EXPECT_FALSE(timeline.has_gaps);
  EXPECT_EQ(make_timeline(made.error, Detail::all).rows.size(), 104u);
}

TEST(Timeline, OfALongCausalPastShowsBothEnds) {
  HandMadeError made({"main"});
  for (int i = 0; i < 200; ++i) made.step(0, "step " + std::to_string(i + 1));
  made.fails(0);
  const Lines shown = lines(make_timeline(made.error, Detail::relevant));
  ASSERT_EQ(shown.size(), 10u + 1 + 40 + 1);
  EXPECT_EQ(shown[9], "main: step 10");
  EXPECT_EQ(shown[10], "… 150 steps omitted");
  EXPECT_EQ(shown[11], "main: step 161");
}

// Letters pair the two steps of a race. Races that did not matter for the error have no letters.
TEST(Timeline, MarksTheRacesThatLedToTheError) {
  HandMadeError made({"main", "t", "idle"});
  made.step(0, "x = 1");
  made.step(1, "x = 2", {0});
  made.step(2, "y = 1");
  made.step(0, "y = 2", {2});
  made.step(0, "reads x: 2", {1});
  made.step(2, "reads y: 2", {3});
  made.fails(0);
  made.error.finding.position = 5;
  made.error.races = {{0, 1}, {2, 3}, {1, 4}, {3, 5}};
  EXPECT_EQ(lines(make_timeline(made.error, Detail::relevant)),
            (Lines{"main: x = 1 [a]", "t: x = 2 [ac]", "idle: y = 1 [b]", "main: y = 2 [b]",
                   "main: reads x: 2 [c]", "main: assertion failed"}));
}

const StepOrigin push = {StepOrigin::Kind::library, "std::vector::push_back"};
const StepOrigin pop = {StepOrigin::Kind::library, "std::vector::pop_back"};
const StepOrigin bookkeeping = {StepOrigin::Kind::bookkeeping, "std::thread::thread"};

TEST(Timeline, ShowsTheStepsOfOneCallOfALibraryInOneRow) {
  HandMadeError made({"main", "t"});
  made.library_step(0, "reads v+8: 0", push);
  made.library_step(0, "v+8 = 4", push);
  made.library_step(0, "reads v+8: 4", pop);              // another call on the same line
  made.library_step(1, "reads v+8: 4", push);             // a step of another task …
  made.library_step(0, "v+8 = 0", pop);                   // … in between: the order may matter
  made.error.finding.kind = FindingKind::nondeterminism;  // for this kind, every step may matter
  const Timeline timeline = make_timeline(made.error, Detail::relevant);
  EXPECT_EQ(lines(timeline), (Lines{"main: std::vector::push_back (2 steps)", "main: reads v+8: 4",
                                    "t: reads v+8: 4", "main: v+8 = 0"}));
  EXPECT_EQ(timeline.left_out, 0u);
  EXPECT_EQ(make_timeline(made.error, Detail::all).rows.size(), 5u);
}

// A reader of "at step 2" looks for step 2.
TEST(Timeline, ShowsAStepOfALibraryOnItsOwnIfTheArgumentNamesIt) {
  HandMadeError made({"main"});
  for (const char* text : {"reads v: 0", "v = 1", "reads v: 1", "reads v: 2"})
    made.library_step(0, text, push);
  made.error.finding.because = {{"because", 1}};
  made.fails(0);
  EXPECT_EQ(lines(make_timeline(made.error, Detail::relevant)),
            (Lines{"main: reads v: 0", "main: v = 1", "main: std::vector::push_back (2 steps)",
                   "main: assertion failed"}));
}

TEST(Timeline, LeavesOutTheBookkeepingOfLibrariesUnlessItShowsTheErrorOrRacesWithWhatIsShown) {
  HandMadeError made({"main", "t"});
  made.library_step(0, "counter: 1 -> 2", bookkeeping);
  made.library_step(0, "pointer = 0", bookkeeping);
  made.library_step(0, "argument = 5", bookkeeping);
  made.step(1, "reads pointer: 0", {1});
  made.library_step(1, "counter: 2 -> 1", bookkeeping);
  made.error.races = {{0, 4}, {1, 3}};
  made.error.finding.events = {2};
  made.fails(1);
  made.error.finding.position = 5;
  const Timeline timeline = make_timeline(made.error, Detail::relevant);
  EXPECT_EQ(lines(timeline), (Lines{"main: pointer = 0 [a]", "main: argument = 5",
                                    "t: reads pointer: 0 [a]", "t: assertion failed"}));
  EXPECT_EQ(timeline.left_out, 2u);
  EXPECT_EQ(timeline.bookkeeping, 2u);
  EXPECT_FALSE(timeline.has_gaps);
  EXPECT_EQ(make_timeline(made.error, Detail::all).left_out, 0u);
}

}  // namespace
}  // namespace mazurka
