#include "report/junit_report.h"

#include <gtest/gtest.h>

namespace mazurka {
namespace {

bool contains_part(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(JunitReport, OfNoErrorsIsATestThatPassed) {
  Report report{.program = "a & b.mzk"};
  report.summary.executions = 3;
  const std::string xml = junit_report(report, false);
  EXPECT_TRUE(contains_part(xml, "tests=\"1\" failures=\"0\" errors=\"0\" skipped=\"0\"")) << xml;
  EXPECT_TRUE(contains_part(xml, "name=\"a &amp; b.mzk\"")) << xml;
  EXPECT_TRUE(contains_part(xml, "all 3 traces explored")) << xml;
}

TEST(JunitReport, OfAnErrorIsAFailureWithTheReportAndHowToReplayIt) {
  Report report{.program = "bank.mzk", .schedule_files = {"bank.schedule"}};
  Counterexample& error = report.summary.errors.emplace_back();
  error.finding.kind = FindingKind::assertion;
  error.finding.message = "assertion failed: x < \"1\"\nreally";
  const std::string xml = junit_report(report, false);
  EXPECT_TRUE(contains_part(xml, "failures=\"1\"")) << xml;
  EXPECT_TRUE(contains_part(xml,
                            "<failure type=\"assertion\" message=\"assertion failed: x &lt; "
                            "&quot;1&quot; really\">"))
      << xml;
  EXPECT_TRUE(contains_part(xml, "replay: mazurka replay bank.schedule")) << xml;
}

TEST(JunitReport, OfABoundIsAnErrorUnlessThatIsAccepted) {
  Report report{.program = "bank.mzk"};
  report.summary.bound = Bound::timeout;
  EXPECT_TRUE(contains_part(junit_report(report, false), "<error type=\"incomplete\""));
  EXPECT_TRUE(contains_part(junit_report(report, true), "<skipped type=\"incomplete\""));
}

TEST(JunitReport, OfAProgramThatIsNotCoveredIsAnErrorThatNamesTheGaps) {
  Report report{.program = "bank"};
  report.summary.executions = 3;
  report.summary.not_covered = {
      {NotCoveredKind::uninstrumented_object, "b.o was not compiled by mazurka", ""}};
  const std::string xml = junit_report(report, false);
  EXPECT_TRUE(
      contains_part(xml,
                    "<error type=\"incomplete\" message=\"no errors in what was seen: all 3 "
                    "traces explored\">"))
      << xml;
  EXPECT_TRUE(contains_part(xml, "not covered: b.o was not compiled by mazurka")) << xml;
}

// With --strict, a possible data race is an error without an execution that shows it.
TEST(JunitReport, OfAPossibleDataRaceThatCountsAsAnErrorIsAFailure) {
  Report report{.program = "bank", .policy = {.strict = true}};
  report.summary.not_covered = {{NotCoveredKind::possible_data_race, "x", ""}};
  EXPECT_TRUE(contains_part(junit_report(report, false), "<failure type=\"possible_data_race\""));
}

// XML cannot represent control characters.
TEST(JunitReport, HasNoControlCharacters) {
  Report report{.program = std::string("a\x01\x1b") + "b.mzk"};
  const std::string xml = junit_report(report, false);
  EXPECT_TRUE(contains_part(xml, "name=\"a??b.mzk\"")) << xml;
}

}  // namespace
}  // namespace mazurka
