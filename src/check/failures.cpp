#include "check/failures.h"

#include "check/value_origin.h"

namespace mazurka {

namespace {

FindingKind kind_of(FailureKind kind) {
  switch (kind) {
    case FailureKind::assertion:
      return FindingKind::assertion;
    case FailureKind::runtime_error:
      return FindingKind::runtime_error;
    case FailureKind::misuse:
      return FindingKind::misuse;
    case FailureKind::livelock:
      break;
    case FailureKind::crash:
      return FindingKind::crash;
    case FailureKind::uncaught_exception:
      return FindingKind::uncaught_exception;
    case FailureKind::stack_overflow:
      return FindingKind::stack_overflow;
    case FailureKind::use_after_free:
      return FindingKind::use_after_free;
    case FailureKind::double_free:
      return FindingKind::double_free;
    case FailureKind::invalid_free:
      return FindingKind::invalid_free;
    case FailureKind::leak:
      return FindingKind::leak;
    case FailureKind::exit_status:
      return FindingKind::exit_status;
  }
  return FindingKind::livelock;
}

Finding finding_of(const FinishedExecution& finished, const Failure& failure) {
  Finding finding{.kind = kind_of(failure.kind),
                  .message = failure.message,
                  .task = failure.task,
                  .location = failure.location,
                  .position = failure.position};
  if (!failure.note.empty()) finding.because.push_back({failure.note});
  if (failure.kind == FailureKind::assertion || failure.kind == FailureKind::runtime_error)
    tell_value_origins(finished, failure, finding.because);
  for (const Reason& reason : finding.because)
    if (reason.position != Reason::nowhere) finding.events.push_back(reason.position);
  return finding;
}

}  // namespace

void find_failures(const FinishedExecution& finished, std::vector<Finding>& findings) {
  for (const Failure& failure : finished.ending.failures)
    findings.push_back(finding_of(finished, failure));
}

}  // namespace mazurka
