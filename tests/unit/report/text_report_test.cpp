#include "report/text_report.h"

#include <gtest/gtest.h>

#include "unit/report/hand_made_error.h"

namespace mazurka {
namespace {

Summary summary_with_counts() {
  Summary summary;
  summary.algorithm = "optimal";
  summary.executions = 24;
  summary.events = 1920;
  summary.seconds = 0.012;
  return summary;
}

std::string report_of(const Summary& summary, const TextOptions& options = {}) {
  return text_report({.program = "m.mzk", .summary = summary}, options);
}

Counterexample short_deadlock() {
  HandMadeError made({"main", "on_pay"});
  made.step(0, "lock(A)");
  made.step(1, "lock(B)");
  made.error.finding.message = "deadlock after 2 steps";
  made.error.finding.because = {
      {.text = "holds A (m.mzk:1), waits for B (m.mzk:3) since step 2", .subject = "main"},
      {.text = "holds B (m.mzk:2), waits for A (m.mzk:4) since step 2", .subject = "on_pay"},
      {.text = "because on_pay took B at step 2, while main held A"}};
  return made.error;
}

TEST(TextReport, OfASafeProgramIsTwoLines) {
  EXPECT_EQ(report_of(summary_with_counts()),
            "no errors: all 24 traces explored\n"
            "24 executions, 1,920 events, 0.01 s (optimal)\n");
}

TEST(TextReport, CountsBlockedExecutionsAsPartOfAll) {
  Summary summary = summary_with_counts();
  summary.assume_blocked = 6;
  summary.deadlocks = 1;
  summary.sleep_set_blocked = 3;
  summary.distinct_traces = 31;
  EXPECT_EQ(report_of(summary),
            "no errors: all 31 traces explored\n"
            "31 executions (1 deadlock, 6 blocked by an assume), 3 redundant, 31 distinct "
            "traces, 1,920 events,\n  0.01 s (optimal)\n");
}

// A bounded exploration must never look like a proof.
TEST(TextReport, SaysWhatABoundLeftUnexplored) {
  Summary summary = summary_with_counts();
  const auto verdict = [&](Bound bound) {
    summary.bound = bound;
    const std::string text = report_of(summary);
    return text.substr(0, text.find('\n'));
  };
  EXPECT_EQ(
      verdict(Bound::executions),
      "no errors so far: stopped after 24 executions (--max-executions); the rest is unexplored");
  EXPECT_EQ(verdict(Bound::timeout),
            "no errors so far: stopped after 0.01 s (--timeout) and 24 executions; the rest is "
            "unexplored");
  EXPECT_EQ(verdict(Bound::interrupt),
            "no errors so far: interrupted after 0.01 s and 24 executions; the rest is unexplored");
}

// A verdict about a program that was seen in part must not look like a proof, and must name the
// gaps; what changes the verdict comes before notes.
TEST(TextReport, SaysWhatIsNotCovered) {
  Summary summary = summary_with_counts();
  summary.not_covered = {{NotCoveredKind::weak_memory_order, "weak accesses", "a.c:9"},
                         {NotCoveredKind::refused_call, "fork is not supported", "a.c:7"}};
  EXPECT_EQ(report_of(summary),
            "no errors in what was seen: all 24 traces explored\n"
            "24 executions, 1,920 events, 0.01 s (optimal)\n"
            "not covered: a.c:7: fork is not supported [refused_call]\n"
            "note: a.c:9: weak accesses [weak_memory_order]\n");
  const Report accepted{.program = "m.mzk",
                        .summary = summary,
                        .policy = {.accepted = {NotCoveredKind::refused_call}}};
  EXPECT_EQ(text_report(accepted, {}),
            "no errors: all 24 traces explored\n"
            "24 executions, 1,920 events, 0.01 s (optimal)\n"
            "note: a.c:9: weak accesses [weak_memory_order]\n"
            "note: accepted: a.c:7: fork is not supported [refused_call]\n");
}

// A hundred objects without instrumentation must not push the verdict off the screen.
TEST(TextReport, CutsLongListsOfWhatIsNotCovered) {
  Summary summary = summary_with_counts();
  for (int i = 0; i < 100; ++i)
    summary.not_covered.push_back(
        {NotCoveredKind::uninstrumented_object, std::to_string(i) + ".o", ""});
  const std::string text = report_of(summary);
  EXPECT_NE(text.find("6.o [uninstrumented_object]\n"), std::string::npos) << text;
  EXPECT_EQ(text.find("7.o"), std::string::npos) << text;
  EXPECT_NE(text.find("not covered: 93 more, which --json lists [uninstrumented_object]\n"),
            std::string::npos)
      << text;
}

TEST(TextReport, ListsThePlacesOfOneGapInOneLine) {
  Summary summary = summary_with_counts();
  for (int line = 1; line <= 6; ++line)
    summary.not_covered.push_back(
        {NotCoveredKind::weak_memory_order, "weak accesses", "a.c:" + std::to_string(line)});
  EXPECT_NE(report_of(summary).find(
                "note: a.c:1, a.c:2, a.c:3 and 3 more: weak accesses [weak_memory_order]\n"),
            std::string::npos)
      << report_of(summary);
}

// What --unroll cuts is part of the verdict's first line, unless the author accepts it.
TEST(TextReport, SaysOnceThatLoopsWereCut) {
  Summary summary = summary_with_counts();
  summary.cut = 2;
  summary.bound = Bound::unroll;
  summary.not_covered = {{NotCoveredKind::loop_cut, "executions that were cut: 2", ""}};
  EXPECT_EQ(report_of(summary).find("[loop_cut]"), std::string::npos);
  const Report accepted{
      .program = "m.mzk", .summary = summary, .policy = {.accepted = {NotCoveredKind::loop_cut}}};
  EXPECT_EQ(verdict_of(accepted), Verdict::safe);
  EXPECT_NE(text_report(accepted, {}).find("note: accepted: executions that were cut: 2"),
            std::string::npos);
}

TEST(TextReport, ArguesFirstThenSaysHowToReplayThenCounts) {
  Summary summary = summary_with_counts();
  summary.executions = 0;
  summary.deadlocks = 1;
  summary.stopped_at_error = true;
  summary.errors = {short_deadlock()};
  const Report report{
      .program = "m.mzk", .summary = summary, .schedule_files = {"my bank.schedule"}};
  EXPECT_EQ(text_report(report, {}),
            "deadlock after 2 steps\n"
            "  main   holds A (m.mzk:1), waits for B (m.mzk:3) since step 2\n"
            "  on_pay holds B (m.mzk:2), waits for A (m.mzk:4) since step 2\n"
            "  because on_pay took B at step 2, while main held A\n"
            "\n"
            "    main     on_pay\n"
            " 1  lock(A)           m.mzk:1\n"
            " 2           lock(B)  m.mzk:2\n"
            "\n"
            "replay: mazurka replay 'my bank.schedule'\n"
            "\n"
            "1 error: stopped at the first error; use --keep-going to explore the rest\n"
            "1 execution (1 deadlock), 1,920 events, 0.01 s (optimal)\n");
}

TEST(TextReport, SaysWhereAndWhenAFailureHappened) {
  HandMadeError made({"main"});
  made.step(0, "reads x: 2");
  made.fails(0);
  Summary summary = summary_with_counts();
  summary.errors = {made.error};
  EXPECT_TRUE(
      report_of(summary).starts_with("assertion failed: x == 1\n"
                                     "  at dir/m.mzk:99:3 in main, after 1 step\n"));
}

// This line answers the question where the execution went wrong.
TEST(TextReport, NamesTheStepThatDecided) {
  HandMadeError made({"main", "t"});
  made.step(1, "x = 2");
  made.step(0, "reads x: 2", {0});
  made.fails(0);
  Summary summary = summary_with_counts();
  const auto text_with = [&](const Decision& decision) {
    made.error.decision = decision;
    summary.errors = {made.error};
    return report_of(summary, {.width = 200});
  };
  EXPECT_NE(
      text_with({.step = 0, .other = {0}, .instead = "read x", .continuations = 2})
          .find("  unavoidable after step 1 (t: x = 2): both continuations end in this error; "
                "before it, main could still avoid it (read x)\n"),
      std::string::npos);
  EXPECT_NE(text_with({.kind = Decision::Kind::at_latest, .step = 1, .continuations = 1})
                .find("  unavoidable after step 2 (main: reads x: 2) at the latest: all that can "
                      "follow ends in this error; a bounded search could not tell "
                      "whether it was unavoidable earlier\n"),
            std::string::npos);
  EXPECT_NE(text_with({.kind = Decision::Kind::always, .continuations = 5})
                .find("  unavoidable from the start: all 5 executions end in this error\n"),
            std::string::npos);
}

TEST(TextReport, SaysHowManyStepsAreLeftOutAndHowToSeeThem) {
  HandMadeError made({"main", "idle"});
  made.step(1, "z = 1");
  made.step(0, "reads x: 2");
  made.fails(0);
  Summary summary = summary_with_counts();
  summary.errors = {made.error};
  EXPECT_NE(report_of(summary).find("Omitted: 1 of 2 steps, which did not lead to the error. "
                                    "Use --verbose to show them.\n"),
            std::string::npos);
  EXPECT_EQ(report_of(summary, {.verbose = true}).find("Left out"), std::string::npos);
}

// The message of a misuse describes the mistake, but does not say that it is a misuse.
TEST(TextReport, NamesTheKindIfTheMessageDoesNot) {
  HandMadeError made({"main"});
  made.fails(0);
  made.error.finding.kind = FindingKind::runtime_error;
  made.error.finding.message = "division by 0";
  Summary summary = summary_with_counts();
  summary.errors = {made.error};
  EXPECT_TRUE(report_of(summary).starts_with("runtime error: division by 0\n"));
}

TEST(TextReport, OfManyErrorsDrawsOnlyTheFirst) {
  Summary summary = summary_with_counts();
  summary.errors.assign(5, short_deadlock());
  const auto timelines = [&](bool verbose) {
    const std::string text = report_of(summary, {.verbose = verbose});
    std::size_t count = 0;
    for (std::size_t at = text.find(" 1  lock(A)"); at != std::string::npos;
         at = text.find(" 1  lock(A)", at + 1))
      ++count;
    return count;
  };
  EXPECT_EQ(timelines(false), 3u);
  EXPECT_EQ(timelines(true), 5u);
  EXPECT_NE(report_of(summary).find("error 5: deadlock after 2 steps"), std::string::npos);
  EXPECT_NE(report_of(summary).find("5 errors: all 24 traces explored"), std::string::npos);
}

// `++done` in two threads races in each pair of a read and a write, but is one mistake.
TEST(TextReport, OfDataRacesOnOneVariableShowsOneAndThePlacesOfTheOthers) {
  Summary summary;
  summary.algorithm = "event";
  summary.stopped_at_error = true;
  for (const std::string message : {"data race on x", "data race on y"}) {
    HandMadeError made({"a", "b"});
    made.step(0, "x = 1");
    made.step(1, "reads x: 1");
    made.error.finding.kind = FindingKind::data_race;
    made.error.finding.message = message;
    made.error.finding.events = {0, 1};
    summary.errors.push_back(made.error);
  }
  // The first one is at the same lines as the error itself.
  summary.errors[0].others = {{.places = {"m.mzk:2:9", "m.mzk:1:1"}},
                              {.places = {"m.mzk:3:1", "m.mzk:2:5"}}};
  const Report report{.summary = summary, .schedule_files = {}};
  const std::string text = text_report(report, {});
  EXPECT_NE(text.find("error 1: data race on x\n"), std::string::npos) << text;
  EXPECT_EQ(text.find("also: m.mzk:1"), std::string::npos) << text;
  EXPECT_NE(text.find("  also: m.mzk:2 and m.mzk:3\n"), std::string::npos) << text;
  EXPECT_EQ(text.find("more pair"), std::string::npos) << text;
  EXPECT_NE(text.find("error 2: data race on y\n"), std::string::npos) << text;
  EXPECT_NE(text.find("\n2 errors: stopped at the first execution with errors; use --keep-going"),
            std::string::npos)
      << text;
}

TEST(TextReport, DoesNotListHundredsOfPlaces) {
  HandMadeError made({"a", "b"});
  made.step(0, "x = 1");
  made.error.finding.kind = FindingKind::data_race;
  for (int i = 0; i < 25; ++i)
    made.error.others.push_back({.places = {"m.mzk:" + std::to_string(i + 10) + ":1"}});
  made.error.others_left_out = 1000;
  Summary summary;
  summary.errors.push_back(made.error);
  const std::string text = text_report({.summary = summary, .schedule_files = {}}, {});
  EXPECT_NE(text.find("also: m.mzk:29\n"), std::string::npos) << text;
  EXPECT_EQ(text.find("also: m.mzk:30\n"), std::string::npos) << text;
  EXPECT_NE(text.find("also: 1,005 more pairs of places\n"), std::string::npos) << text;
}

TEST(TextReport, SaysHowManyStepsInsideOfLibrariesItLeavesOut) {
  HandMadeError made({"main", "idle"});
  made.library_step(0, "argument = 5", {StepOrigin::Kind::bookkeeping, ""});
  made.step(0, "x = 1");
  made.fails(0);
  Summary summary = summary_with_counts();
  summary.errors = {made.error};
  EXPECT_NE(report_of(summary).find("Omitted: 1 of 2 steps, which is inside libraries"),
            std::string::npos);
  made.step(1, "z = 1");
  made.error.finding.position = 2;
  summary.errors = {made.error};
  EXPECT_NE(report_of(summary).find("Omitted: 2 of 3 steps; 1 of these is inside libraries"),
            std::string::npos);
}

TEST(TextReport, ShowsStatisticsWhenAsked) {
  Summary summary = summary_with_counts();
  summary.statistics = {{"races", 12}};
  summary.peak_memory_kib = 9000;
  const std::string text = report_of(summary, {.statistics = true});
  EXPECT_TRUE(text.ends_with("\n  races        12\n  peak memory  9000 KiB\n")) << text;
  EXPECT_EQ(report_of(summary).find("peak memory"), std::string::npos);
}

TEST(TextReport, OfAReplayClaimsNothingAboutCoverage) {
  Summary summary = summary_with_counts();
  EXPECT_EQ(report_of(summary, {.replays = true}), "");
}

}  // namespace
}  // namespace mazurka
