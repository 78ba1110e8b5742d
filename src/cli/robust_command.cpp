#include "cli/robust_command.h"

#include <algorithm>
#include <fstream>
#include <utility>

#include "cli/child/recorded_program.h"
#include "cli/child/supervise.h"
#include "cli/child/value_bytes.h"
#include "cli/exploring_command.h"
#include "cli/files.h"
#include "cli/front_end.h"
#include "cli/merged_results.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/shared_exploration.h"
#include "core/portable_schedule.h"
#include "core/user_error.h"
#include "explore/algorithms.h"
#include "explore/robust/robustness.h"
#include "program/learning.h"
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

namespace {

int print_and_finish(const RobustCommand& command, const ExploringRun& run, RobustReport& report,
                     std::ostream& out, std::ostream& err) {
  report.summary.instances = command.program.instances;
  report.policy = command.policy;
  run.add_unseen_parts(report.summary.not_covered);
  const auto print = [&](const RobustReport& named) {
    return print_robust_report(named, {.verbose = command.verbose}, command.outputs, out, err);
  };
  return run.finish(report, print, status_of(verdict_of(report)), err);
}

// What the child does. It also prints the report.
class Robustness {
 public:
  Robustness(const RobustCommand& command, const ExploringRun& run)
      : command_(command), run_(run) {}

  // `kept`: what several processes have explored; null: nothing.
  int check(const ChildSide& side, const KeptExecutions* kept) const {
    RecordedProgram program(run_.program(), side.state);
    side.records.write(RecordKind::knowledge, bytes_of(knowledge_of(program)));
    side.state.phase = Phase::exploring;
    ProgressLine line(side.err);
    RobustOptions options = robust_options(command_, run_.explore_options(line, side));
    options.kept = kept;
    RobustReport report{.program = command_.program.files.front(),
                        .shows_benign = command_.conflicts,
                        .summary = check_robustness(program, options)};
    if (report.summary.bound == Bound::interrupt)
      report.summary.bound = bound_of(side.state.reason);
    line.erase();
    return print_and_finish(command_, run_, report, side.out, side.err);
  }

  // Explores in one of several workers.
  Summary explore(const ChildSide& side, Program& program, Frontier& frontier,
                  const SharedExploration::Start& start) const {
    ProgressLine line(side.err);
    RobustOptions options = robust_options(command_, run_.explore_options(line, side));
    SharedExploration::share(options.explore, frontier, side);
    options.explore.found = [&side](std::uint64_t index, const Counterexample& error) {
      side.records.write(RecordKind::error, bytes_of(index, error));
    };
    AlgorithmOptions shared;
    shared.event.frontier = &frontier;
    shared.event.predicts = start.predicts;
    const auto algorithm = make_algorithm_for(program, AlgorithmName::event, shared);
    ScheduleWriter writer(program.registry());
    std::vector<Choice> choices;
    const auto keep = [&](const Execution& execution) {
      choices.clear();
      for (const Event& event : execution.events()) choices.push_back(event.as_choice());
      writer.begin_anew();
      std::string bytes;
      writer.write(choices, bytes);
      side.records.write(RecordKind::execution, bytes);
    };
    return explore_for_robustness(program, *algorithm, options, keep);
  }

 private:
  const RobustCommand& command_;
  const ExploringRun& run_;
};

// Explores with several processes; then a further child judges what they have kept.
ChildResult check_by_workers(const RobustCommand& command, const ExploringRun& run,
                             SharedState& state, std::ostream& out, std::ostream& err) {
  const Robustness robustness(command, run);
  SharedExploration shared(command, run, out, err);
  WorkersOptions options;
  options.keep_going = true;
  options.store.max_executions = command.max_executions;
  WorkersResult result = shared.run(
      options,
      [&](const ChildSide& side, Program& program, Frontier& frontier,
          const SharedExploration::Start& start) {
        return robustness.explore(side, program, frontier, start);
      },
      state);
  using End = WorkersResult::End;
  if (result.end == End::died) return std::move(result.children[result.dead]);
  if (result.end == End::given_up) return std::move(result.children.front());
  const bool has_failed = result.end == End::failed;
  KeptExecutions kept;
  kept.summary = has_failed ? *failed_result(result).summary : merged_summary(result);
  kept.summary.errors = merged_errors(result.children);
  for (const ChildResult& child : result.children) {
    child.throw_mistake();
    kept.schedules.insert(kept.schedules.end(), child.executions.begin(), child.executions.end());
  }
  ChildLimits limits = run.child_limits();
  if (limits.timeout_seconds > 0)
    limits.timeout_seconds = std::max(limits.timeout_seconds - result.seconds, 1.0);
  return supervise(state, limits, out, err, [&](const ChildSide& side) {
    shared.use_start(side);
    return robustness.check(side, &kept);
  });
}

// Reports the execution in which the child died, as `mazurka check` does.
int report_death(const RobustCommand& command, const ExploringRun& run, Summary summary,
                 std::ostream& out, std::ostream& err) {
  summary.algorithm = "robust";
  Report report{.program = command.program.files.front(), .summary = std::move(summary)};
  const auto print = [&](const Report& named) {
    return print_report(named, {.verbose = command.verbose}, command.outputs, out, err);
  };
  return run.finish(report, print, error_found, err);
}

}  // namespace

int run_robust(const RobustCommand& command, const Loader& load, std::ostream& out,
               std::ostream& err) {
  if (command.jobs > 1 && command.method != RobustMethod::explore)
    throw UserError("", "--method sequential cannot be used together with --jobs",
                    "several processes explore with --method explore");
  const ExploringRun run(command, command.program, load);
  if (!command.emit_sequential.empty()) emit_sequential(command);
  run.program().state_view().show_all_variables();
  const SharedMemory memory;
  SharedState& state = memory.state();
  run.let_give_up_in(state.gave_up);
  const ChildResult result =
      command.jobs > 1 ? check_by_workers(command, run, state, out, err)
                       : supervise(state, run.child_limits(), out, err, [&](const ChildSide& side) {
                           return Robustness(command, run).check(side, nullptr);
                         });
  if (result.status) return *result.status;
  if (has_given_up(state, result)) return wrong_input;
  result.throw_mistake();
  Summary death;
  if (result.died()) run.add_death(death, result, state, out, err);
  if (!death.errors.empty()) return report_death(command, run, std::move(death), out, err);
  RobustReport report{.program = command.program.files.front(), .shows_benign = command.conflicts};
  report.summary.method = command.method;
  report.summary.main = command.main;
  report.summary.serialisability = RobustVerdict::unknown;
  report.summary.bound = result.died() ? Bound::killed : result.bound();
  report.summary.notes = std::move(death.notes);
  report.summary.seconds = result.seconds;
  return print_and_finish(command, run, report, out, err);
}

}  // namespace mazurka::cli
