#include "report/dot_report.h"

#include <gtest/gtest.h>

#include "unit/report/hand_made_error.h"

namespace mazurka {
namespace {

std::string dot_of(Counterexample error) {
  Report report;
  report.summary.errors.push_back(std::move(error));
  return dot_report(report);
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(DotReport, HasANodePerEventInTheClusterOfItsTask) {
  HandMadeError made({"main", "ui/bid(2)"});
  made.error.tasks[1].handler = "ui";
  made.step(0, "x = 1");
  made.step(1, "reads x: 1", {0});
  const std::string dot = dot_of(made.error);
  EXPECT_TRUE(has(dot, "subgraph \"cluster_task_0\" {\n    label=\"main\"")) << dot;
  EXPECT_TRUE(has(dot, "    e1 [label=\"1  x = 1\\ndir/m.mzk:1:3\"")) << dot;
  EXPECT_TRUE(has(dot, "subgraph \"cluster_handler_ui\" {\n    label=\"ui\"")) << dot;
  EXPECT_TRUE(has(dot, "      e2 [label=\"2  reads x: 1\\ndir/m.mzk:2:3\"")) << dot;
}

TEST(DotReport, HasAnEdgeForProgramOrderAndForEachDirectPredecessor) {
  HandMadeError made({"a", "b"});
  made.step(0, "x = 1");
  made.step(1, "y = 1");
  made.step(0, "reads y: 1", {1});
  const std::string dot = dot_of(made.error);
  EXPECT_TRUE(has(dot, "  e1 -> e3 [color=gray")) << dot;
  EXPECT_TRUE(has(dot, "  e2 -> e3;\n")) << dot;
  EXPECT_FALSE(has(dot, "e1 -> e2")) << dot;
}

TEST(DotReport, RacesAreDashedAndTheReversedOneSaysSo) {
  HandMadeError made({"a", "b"});
  made.step(0, "x = 1");
  made.step(1, "x = 2", {0});
  made.error.races = {{0, 1}};
  EXPECT_TRUE(has(dot_of(made.error), "e1 -> e2 [style=dashed"));
  EXPECT_FALSE(has(dot_of(made.error), "reversed"));
  made.error.reversal = {0, 1};
  EXPECT_TRUE(has(dot_of(made.error), "label=\"reversed\""));
}

TEST(DotReport, TheFailureComesAfterTheLastStepOfItsTask) {
  HandMadeError made({"a", "b"});
  made.step(0, "x = 1");
  made.step(1, "y = 1");
  made.fails(0);
  const std::string dot = dot_of(made.error);
  EXPECT_TRUE(has(dot, "failure [label=\"assertion failed: x == 1\"")) << dot;
  EXPECT_TRUE(has(dot, "e1 -> failure")) << dot;
}

TEST(DotReport, LeavesOutWhatDidNotLeadToTheErrorUnlessAskedForAll) {
  HandMadeError made({"a", "idle"});
  made.step(1, "z = 1");
  made.step(0, "x = 1");
  made.fails(0);
  EXPECT_FALSE(has(dot_of(made.error), "z = 1"));
  EXPECT_TRUE(has(dot_of(made.error), "without 1 step that did not lead to it (--verbose)"));
  Report report;
  report.summary.errors = {made.error};
  EXPECT_TRUE(has(dot_report(report, true), "z = 1"));
}

TEST(DotReport, QuotesWhateverTheNamesAre) {
  HandMadeError made({"a\"\\n]"});
  made.step(0, "s = \"\n\"");
  const std::string dot = dot_of(made.error);
  EXPECT_TRUE(has(dot, "label=\"a\\\"\\\\n]\"")) << dot;
  EXPECT_TRUE(has(dot, "1  s = \\\"\\n\\\"\\ndir")) << dot;
}

TEST(DotReport, OfSeveralErrorsHasAGraphForEach) {
  HandMadeError made({"a"});
  made.step(0, "x = 1");
  Report report;
  report.summary.errors.assign(2, made.error);
  const std::string dot = dot_report(report);
  EXPECT_TRUE(has(dot, "digraph error_1 {"));
  EXPECT_TRUE(has(dot, "digraph error_2 {"));
  EXPECT_EQ(dot_report({}), "digraph no_error {\n}\n");
}

}  // namespace
}  // namespace mazurka
