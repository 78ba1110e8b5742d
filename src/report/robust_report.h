// The reports of `mazurka robust`: for people and for machines.
#pragma once

#include <string>

#include "explore/robust_summary.h"
#include "report/text_report.h"

namespace mazurka {

struct RobustReport {
  std::string program;  // as given on the command line
  bool shows_benign = false;
  RobustSummary summary;
};

[[nodiscard]] std::string_view name_of(RobustVerdict verdict);
[[nodiscard]] std::string_view name_of(RobustMethod method);

// The worst of all verdicts: violated, then undecided and unknown, then benign, then holds.
[[nodiscard]] RobustVerdict verdict_of(const RobustSummary& summary);

[[nodiscard]] std::string robust_text(const RobustReport& report, const TextOptions& options);
[[nodiscard]] std::string robust_json(const RobustReport& report, const std::string& version);

}  // namespace mazurka
