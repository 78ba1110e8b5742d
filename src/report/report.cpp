#include "report/report.h"

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

Verdict verdict_of(const Summary& summary) {
  if (!summary.errors.empty()) return Verdict::error;
  return summary.bound == Bound::none ? Verdict::safe : Verdict::incomplete;
}

Verdict verdict_of(const Report& report) {
  return report.words ? report.words->verdict : verdict_of(report.summary);
}

}  // namespace mazurka
