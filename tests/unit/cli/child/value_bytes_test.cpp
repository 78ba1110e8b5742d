#include "cli/child/value_bytes.h"

#include <gtest/gtest.h>

#include "explore/algorithms.h"
#include "explore/explorer.h"
#include "program/model/model.h"
#include "report/json_report.h"
#include "report/report.h"

namespace mazurka::cli {
namespace {

// A report contains everything that can be seen of a summary.
TEST(ValueBytes, ASummaryIsTheSameAfterItWasSent) {
  const auto program = model::load(R"(var x = 0;
lock a, b;
thread t { lock(a); lock(b); x = 1; unlock(b); unlock(a); }
thread u { lock(b); lock(a); x = 2; unlock(a); unlock(b); }
thread v { assert x != 2; }
)",
                                   "m.mzk");
  const auto algorithm = make_algorithm_for(*program, AlgorithmName::event, {});
  ExploreOptions options;
  options.keep_going = true;
  options.estimates = true;
  options.count_traces = true;
  Summary summary = explore(*program, *algorithm, options);
  ASSERT_GE(summary.errors.size(), 2u);
  summary.notes = {"a note", ""};
  summary.warnings = {std::string("with\0zero", 9)};
  summary.not_covered = {{NotCoveredKind::fairness, "unfair orders", "a.c:3"}};
  summary.estimate = Estimate{.executions = 3, .least = 2};
  summary.errors[0].shortening = Shortening{.steps_before = 9, .switches = 1};
  summary.errors[0].decision = Decision{.step = 2, .instead = "x = 3"};
  summary.errors[0].put_off = PutOff{.by = 1, .text = "lock(b)"};
  Summary copy;
  read_bytes(bytes_of(summary), copy);
  EXPECT_EQ(bytes_of(copy), bytes_of(summary));
  const auto json = [](const Summary& shown) {
    return json_report(Report{.program = "m.mzk", .summary = shown}, "0");
  };
  EXPECT_EQ(json(copy), json(summary));
}

TEST(ValueBytes, DamagedBytesAreRefused) {
  Summary summary;
  summary.algorithm = "event";
  const std::string bytes = bytes_of(summary);
  Summary copy;
  EXPECT_THROW(read_bytes(bytes.substr(0, bytes.size() - 1), copy), std::runtime_error);
  EXPECT_THROW(read_bytes("", copy), std::runtime_error);
}

}  // namespace
}  // namespace mazurka::cli
