#include "report/report.h"

#include <algorithm>

namespace mazurka {

std::string_view name_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::safe:
      return "safe";
    case Verdict::error:
      return "error";
    case Verdict::incomplete:
      break;
  }
  return "incomplete";
}

std::string_view name_of(Bound bound) {
  switch (bound) {
    case Bound::executions:
      return "executions";
    case Bound::timeout:
      return "timeout";
    case Bound::steps:
      return "steps";
    case Bound::interrupt:
      return "interrupt";
    case Bound::unroll:
      return "unroll";
    case Bound::depth:
      return "depth";
    case Bound::search:
      return "search";
    case Bound::preemptions:
      return "preemptions";
    case Bound::sample:
      return "sample";
    case Bound::memory:
      return "memory";
    case Bound::killed:
      return "killed";
    case Bound::published:
      return "published";
    case Bound::learned:
    case Bound::none:
      break;
  }
  return "none";
}

bool is_explored(const Report& report) {
  switch (report.summary.bound) {
    case Bound::none:
      return true;
    case Bound::unroll:
      return report.policy.accepts(NotCoveredKind::loop_cut);
    case Bound::depth:
      return report.policy.accepts(NotCoveredKind::call_cut);
    default:
      return false;
  }
}

Verdict verdict_of(const Report& report) {
  if (report.words) return report.words->verdict;
  const Summary& summary = report.summary;
  const bool has_error = std::ranges::any_of(summary.not_covered, [&](const NotCovered& entry) {
    return report.policy.is_error(entry.kind);
  });
  if (!summary.errors.empty() || has_error) return Verdict::error;
  const bool is_whole = is_explored(report) && !report.policy.makes_incomplete(summary.not_covered);
  return is_whole ? Verdict::safe : Verdict::incomplete;
}

}  // namespace mazurka
