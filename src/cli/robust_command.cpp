#include "cli/robust_command.h"

#include "cli/files.h"
#include "cli/interrupt.h"
#include "cli/output.h"
#include "cli/run.h"
#include "core/user_error.h"
#include "explore/robustness.h"
#include "report/robust_report.h"

namespace mazurka::cli {

namespace {

RobustOptions robust_options(const RobustCommand& command) {
  RobustOptions options;
  options.method = command.method;
  options.main = command.main;
  options.explore.max_executions = command.max_executions;
  options.explore.timeout_seconds = command.timeout_seconds;
  options.explore.max_steps = command.max_steps;
  options.explore.interrupted = &watch_for_interrupts();
  return options;
}

int status_of(RobustVerdict verdict) {
  switch (verdict) {
    case RobustVerdict::holds:
    case RobustVerdict::benign:
      return safe;
    case RobustVerdict::violated:
      return error_found;
    case RobustVerdict::undecided:
    case RobustVerdict::unknown:
      break;
  }
  return incomplete;
}

}  // namespace

int run_robust(const RobustCommand& command, const Loader& load, std::ostream& out,
               std::ostream& err) {
  for (const std::string& file : command.program.files)
    if (is_same_file(command.json, file))
      throw UserError("", "--json " + command.json + " would overwrite the program");
  const LoadedProgram loaded = load(command.program);
  const RobustReport report{.program = command.program.files.front(),
                            .shows_benign = command.conflicts,
                            .summary = check_robustness(*loaded.program, robust_options(command))};
  const bool is_written = print_robust_report(report, command.json, out, err);
  return is_written ? status_of(verdict_of(report.summary)) : wrong_input;
}

}  // namespace mazurka::cli
