#include <fmt/format.h>

#include "report/coverage.h"
#include "report/robust_report.h"

namespace mazurka {

namespace {

// Returns a case as a counterexample. What the text report says besides the two executions becomes
// further reasons.
Counterexample error_of(const RobustCase& each) {
  Counterexample error = each.concurrent;
  std::vector<Reason>& because = error.finding.because;
  if (each.verdict == RobustVerdict::benign)
    because.push_back({"both orders lead to the same state: benign"});
  for (const VariableDifference& difference : each.difference)
    because.push_back({fmt::format("{} ends as {}; sequentially it ends as {}", difference.variable,
                                   difference.concurrent, difference.serial)});
  for (const std::string& task : each.unfinished)
    because.push_back({task + " never ends; sequentially it does"});
  std::string order;
  for (const std::string& event : each.order) order += (order.empty() ? "" : ", ") + event;
  if (!order.empty()) because.push_back({"compared with the sequential execution: " + order});
  for (const std::string& line : each.advice) because.push_back({"possible fix: " + line});
  return error;
}

Words words_of(const RobustReport& report) {
  const RobustSummary& summary = report.summary;
  const std::string counts =
      counted(summary.executions, "execution") + ", " + counted(summary.steps, "step") +
      fmt::format(", {:.2f} s ({})", summary.seconds, name_of(summary.method));
  switch (verdict_of(report)) {
    case RobustVerdict::holds:
    case RobustVerdict::benign:
      return {Verdict::safe, "robust: no state is reachable only concurrently", counts};
    case RobustVerdict::violated:
      return {Verdict::error, "not robust: some states are reachable only concurrently", counts};
    case RobustVerdict::undecided:
    case RobustVerdict::unknown:
      break;
  }
  return {Verdict::incomplete, "undecided: not everything was examined", counts};
}

}  // namespace

Report as_report(const RobustReport& report) {
  Report result{.program = report.program, .summary = {}, .schedule_files = {}};
  result.words = words_of(report);
  result.summary.notes = report.summary.notes;
  result.summary.not_covered = report.summary.not_covered;
  result.policy = report.policy;
  for (std::size_t i = 0; i < report.summary.cases.size(); ++i) {
    if (!is_shown(report.summary.cases[i], report)) continue;
    result.summary.errors.push_back(error_of(report.summary.cases[i]));
    result.schedule_files.push_back(i < report.schedule_files.size() ? report.schedule_files[i]
                                                                     : std::string());
  }
  return result;
}

}  // namespace mazurka
