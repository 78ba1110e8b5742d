#include "cli/robust_command.h"

#include <utility>

#include "cli/exploring_command.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "explore/robust/robustness.h"
#include "program/state_view.h"
#include "report/robust_report.h"

namespace mazurka::cli {

namespace {

RobustOptions robust_options(const RobustCommand& command, ExploreOptions explore) {
  RobustOptions options;
  options.method = command.method;
  options.main = command.main;
  options.explore = std::move(explore);
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
  const ExploringRun run(command, command.program, load);
  run.program().state_view().show_all_variables();
  ProgressLine line(err);
  RobustReport report{.program = command.program.files.front(),
                      .shows_benign = command.conflicts,
                      .summary = check_robustness(
                          run.program(), robust_options(command, run.explore_options(line)))};
  line.erase();
  const auto print = [&](const RobustReport& named) {
    return print_robust_report(named, {.verbose = command.verbose}, command.outputs, out, err);
  };
  return run.finish(report, print, status_of(verdict_of(report.summary)), err);
}

}  // namespace mazurka::cli
