#include "explore/counterexample/early_end.h"

#include "program/presentation.h"

namespace mazurka {

bool shows_before_the_end(FindingKind kind) {
  switch (kind) {
    case FindingKind::assertion:
    case FindingKind::runtime_error:
    case FindingKind::misuse:
    case FindingKind::crash:
    case FindingKind::uncaught_exception:
    case FindingKind::stack_overflow:
    case FindingKind::use_after_free:
    case FindingKind::double_free:
    case FindingKind::invalid_free:
    case FindingKind::exit_status:
    case FindingKind::data_race:
      return true;
    case FindingKind::deadlock:
    case FindingKind::livelock:
    case FindingKind::leak:
    case FindingKind::undelivered_message:
    case FindingKind::nondeterminism:
    case FindingKind::not_serialisable:
    case FindingKind::not_deterministic:
      break;
  }
  return false;
}

void look_at_early_end(Checks& checks, const Execution& execution, Program& program,
                       const std::vector<Pending>& pending, std::vector<Finding>& findings) {
  Ending ending = program.ending();
  // The tasks that are left could still run, so whether they end or block is not known.
  if (ending.kind != EndingKind::error) ending = {};
  ending.process_has_ended = true;
  checks.look_at({execution, program.presentation(), ending, pending}, findings);
  std::erase_if(findings, [](const Finding& each) { return !shows_before_the_end(each.kind); });
}

}  // namespace mazurka
