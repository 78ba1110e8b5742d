// The reports of `mazurka robust`: for people and for machines.
#pragma once

#include <string>

#include "explore/robust/robust_summary.h"
#include "report/text_report.h"

namespace mazurka {

struct RobustReport {
  std::string program;  // as given on the command line
  bool shows_benign = false;
  RobustSummary summary;
  std::vector<std::string> schedule_files;  // of the cases, in their order; "" where none is
};

// Benign conflicts are shown only if they are asked for.
[[nodiscard]] bool is_shown(const RobustCase& each, const RobustReport& report);

// The worst of all verdicts: violated, then undecided and unknown, then benign, then holds.
[[nodiscard]] RobustVerdict verdict_of(const RobustSummary& summary);

[[nodiscard]] std::string robust_text(const RobustReport& report, const TextOptions& options);
// The same for outputs that show errors with their executions: the cases that are shown.
[[nodiscard]] Report as_report(const RobustReport& report);
[[nodiscard]] std::string robust_json(const RobustReport& report, const std::string& version);

}  // namespace mazurka
