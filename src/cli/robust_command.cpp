#include "cli/robust_command.h"

#include <fstream>
#include <utility>

#include "cli/exploring_command.h"
#include "cli/files.h"
#include "cli/front_end.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "explore/robust/robustness.h"
#include "program/model/model.h"
#include "program/model/sequential_model.h"
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

namespace {

// Writes the sequential model. Throws UserError if the program cannot be translated.
void emit_sequential(const RobustCommand& command) {
  const std::string& file = command.program.files.front();
  if (!file.ends_with(".mzk"))
    throw UserError("", "--emit-sequential is for models", "'" + file + "' is not a model");
  if (command.program.instances > 1)
    throw UserError("", "--emit-sequential and --instances cannot be used together");
  std::vector<model::Define> defines;
  for (const std::string& text : command.program.defines) defines.push_back(define_of(text));
  const std::string source = read_file(file);
  const std::string text = model::sequential_model(source, file, defines, command.main);
  std::ofstream out(command.emit_sequential);
  out << text;
  out.close();
  if (!out) throw UserError(command.emit_sequential, "this file cannot be written");
}

}  // namespace

int run_robust(const RobustCommand& command, const Loader& load, std::ostream& out,
               std::ostream& err) {
  const ExploringRun run(command, command.program, load);
  if (!command.emit_sequential.empty()) emit_sequential(command);
  run.program().state_view().show_all_variables();
  ProgressLine line(err);
  RobustReport report{.program = command.program.files.front(),
                      .shows_benign = command.conflicts,
                      .summary = check_robustness(
                          run.program(), robust_options(command, run.explore_options(line)))};
  report.summary.instances = command.program.instances;
  line.erase();
  const auto print = [&](const RobustReport& named) {
    return print_robust_report(named, {.verbose = command.verbose}, command.outputs, out, err);
  };
  return run.finish(report, print, status_of(verdict_of(report.summary)), err);
}

}  // namespace mazurka::cli
