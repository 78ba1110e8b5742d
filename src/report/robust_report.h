// The text and JSON reports of `mazurka robust`.
#pragma once

#include <string>

#include "explore/robust/robust_summary.h"
#include "report/text_report.h"

namespace mazurka {

struct RobustReport {
  std::string program;  // as given on the command line
  bool shows_benign = false;
  RobustSummary summary;
  std::vector<std::string> schedule_files;  // of the cases, in their order; "" if a case has none
  CoveragePolicy policy = {};  // what of RobustSummary::not_covered leaves it undecided
};

// Returns whether the reports show a case. They show benign conflicts only on request.
[[nodiscard]] bool is_shown(const RobustCase& each, const RobustReport& report);

// Returns the worst verdict: violated, then undecided and unknown, then benign, then holds.
[[nodiscard]] RobustVerdict verdict_of(const RobustSummary& summary);
// Returns the worst verdict, or `unknown` if that is good and something was not covered.
[[nodiscard]] RobustVerdict verdict_of(const RobustReport& report);

[[nodiscard]] std::string robust_text(const RobustReport& report, const TextOptions& options);
// Returns the cases that are shown as errors, for outputs that show errors with their executions.
[[nodiscard]] Report as_report(const RobustReport& report);
[[nodiscard]] std::string robust_json(const RobustReport& report, const std::string& version);

}  // namespace mazurka
