#include "cli/replay_command.h"

#include <csignal>
#include <filesystem>
#include <limits>
#include <sys/wait.h>

#include "cli/child/last_execution.h"
#include "cli/child/recorded_program.h"
#include "cli/child/supervise.h"
#include "cli/exit_status.h"
#include "cli/files.h"
#include "cli/interrupt.h"
#include "cli/output.h"
#include "core/user_error.h"
#include "explore/algorithm/replay.h"
#include "explore/explorer.h"
#include "explore/robust/robustness.h"
#include "program/learning.h"
#include "program/presentation.h"
#include "report/coverage.h"

namespace mazurka::cli {

namespace {

// Finds a file of the schedule relative to the current folder, or relative to the folder of the
// schedule.
std::string find_file(const ReplayCommand& command, const std::string& recorded) {
  namespace fs = std::filesystem;
  if (exists(recorded)) return recorded;
  const fs::path beside = fs::path(command.schedule).parent_path() / recorded;
  if (exists(beside.string())) return beside.string();
  throw UserError(command.schedule, "cannot find the program of this schedule, '" + recorded + "'",
                  "use --program FILE to say where it is");
}

Schedule read_schedule(const ReplayCommand& command) {
  return parse_schedule(read_file(command.schedule), command.schedule);
}

void require_same(const Schedule& schedule, const std::string& hash, const std::string& file,
                  const ReplayCommand& command) {
  if (hash == schedule.program_hash) return;
  throw UserError(command.schedule,
                  "'" + file + "' is not the program that this schedule was recorded with",
                  "it has changed since; run 'mazurka check' to record a new schedule");
}

Conflicts conflicts_of(const Schedule& schedule) {
  return conflicts_named(schedule.relation).value_or(Conflicts::by_effect);
}

ProgramToLoad program_of(const Schedule& schedule, const ReplayCommand& command) {
  ProgramToLoad program{.defines = schedule.defines,
                        .arguments = schedule.arguments,
                        .compiler_flags = schedule.compiler_flags,
                        .conflicts = conflicts_of(schedule),
                        .max_depth = static_cast<std::uint32_t>(schedule.max_depth),
                        .main = schedule.main};
  if (schedule.instances != 0) program.instances = static_cast<std::uint32_t>(schedule.instances);
  program.every_operation = std::erase(program.compiler_flags, "--every-operation") > 0;
  program.files.push_back(command.program.empty() ? find_file(command, schedule.program)
                                                  : command.program);
  for (const std::string& file : schedule.further_files)
    program.files.push_back(find_file(command, file));
  return program;
}

ExploreOptions replay_options(const Schedule& schedule, const std::atomic<bool>& interrupted) {
  ExploreOptions options;
  options.keep_going = true;  // all errors of this one execution
  options.max_steps =
      schedule.max_steps != 0 ? schedule.max_steps : std::numeric_limits<std::uint64_t>::max();
  options.interrupted = &interrupted;
  options.conflicts = ConflictTable(conflicts_of(schedule));
  return options;
}

std::string steps_in_words(const Schedule& schedule) {
  return counted(schedule.steps.size(), "step");
}

std::string conclusion(const Summary& summary, const Schedule& schedule) {
  const std::string steps = steps_in_words(schedule);
  if (summary.bound == Bound::interrupt) return "interrupted\n";
  if (!summary.errors.empty()) return "replayed " + steps + ": the error occurs again\n";
  return "replayed " + steps + ": no error" +
         (schedule.error.empty() ? "" : ", although the schedule says: " + schedule.error) + "\n";
}

int replay_status(const Summary& summary) {
  if (!summary.errors.empty()) return error_found;
  return summary.bound == Bound::interrupt ? incomplete : safe;
}

// Replays a schedule of `mazurka robust`, and reports conflicts instead of errors.
int replay_robust(const ReplayCommand& command, const Schedule& schedule, const std::string& file,
                  Program& program, std::ostream& out, std::ostream& err) {
  const RobustReport report{.program = file,
                            .shows_benign = true,
                            .summary = replay_robustness(program, schedule, command.schedule)};
  const bool is_written = print_robust_report(report, {.verbose = command.verbose, .replays = true},
                                              command.outputs, out, err);
  const RobustVerdict verdict = verdict_of(report.summary);
  if (!command.outputs.take_standard_output())
    out << "replayed " << steps_in_words(schedule) << ": "
        << (report.summary.cases.empty()         ? "no conflict violates robustness"
            : verdict == RobustVerdict::violated ? "the violation occurs again"
                                                 : "the conflict occurs again")
        << "\n";
  if (!is_written) return wrong_input;
  return verdict == RobustVerdict::violated ? error_found : safe;
}

}  // namespace

ProgramToLoad program_to_replay(const ReplayCommand& command) {
  return program_of(read_schedule(command), command);
}

Schedule schedule_to_replay(const ReplayCommand& command) { return read_schedule(command); }

void require_same_program(const ReplayCommand& command, const std::string& hash) {
  const Schedule schedule = read_schedule(command);
  require_same(schedule, hash, program_of(schedule, command).files.front(), command);
}

namespace {

// A replay of an execution, in a child of its own or, for a debugger, in this process.
class Replay {
 public:
  Replay(const ReplayCommand& command, const Schedule& schedule, const std::string& file)
      : command_(command), schedule_(schedule), file_(file) {}

  int run(Program& program, const std::atomic<bool>& interrupted, std::ostream& out,
          std::ostream& err) const {
    if (Learning* const learning = program.learning()) learning->use_knowledge(schedule_.knowledge);
    if (!schedule_.main.empty())
      return replay_robust(command_, schedule_, file_, program, out, err);
    (void)program.presentation().show_caller_locations(true);
    const auto algorithm = make_replay(schedule_, command_.schedule);
    return report(explore(program, *algorithm, replay_options(schedule_, interrupted)), out, err);
  }

  int run_in_child(const LoadedProgram& loaded, std::ostream& out, std::ostream& err) const {
    const SharedMemory memory;
    SharedState& state = memory.state();
    if (loaded.let_give_up_in) loaded.let_give_up_in(state.gave_up);
    ChildResult result = supervise(state, {}, out, err, [&](const ChildSide& side) {
      RecordedProgram program(*loaded.program, side.state);
      return run(program, side.state.stop_exploring, side.out, side.err);
    });
    if (result.status) return *result.status;
    if (has_given_up(state, result)) return wrong_input;
    result.throw_mistake();
    // The reader of the program's output is gone: end as other commands do.
    if (WIFSIGNALED(result.wait_status) && WTERMSIG(result.wait_status) == SIGPIPE)
      return 128 + SIGPIPE;
    Summary summary;
    summary.bound = result.died() ? Bound::none : result.bound();
    if (result.died()) add_death(summary, result, *loaded.program, state, out, err);
    return report(std::move(summary), out, err);
  }

 private:
  void add_death(Summary& summary, ChildResult& result, Program& program, SharedState& state,
                 std::ostream& out, std::ostream& err) const {
    result.knowledge = schedule_.knowledge;
    Death death = describe_death(program, last_execution(state, result), {}, state, out, err);
    if (death.is_reproducible) summary.errors = std::move(death.errors);
  }

  [[nodiscard]] int report(Summary summary, std::ostream& out, std::ostream& err) const {
    const Report report{.program = file_, .summary = std::move(summary)};
    const TextOptions text{.verbose = command_.verbose, .replays = true};
    const bool is_written = print_report(report, text, command_.outputs, out, err);
    if (!command_.outputs.take_standard_output()) out << conclusion(report.summary, schedule_);
    return is_written ? replay_status(report.summary) : wrong_input;
  }

  const ReplayCommand& command_;
  const Schedule& schedule_;
  const std::string& file_;
};

}  // namespace

int run_replay(const ReplayCommand& command, const Loader& load, std::ostream& out,
               std::ostream& err) {
  const Schedule schedule = read_schedule(command);
  ProgramToLoad program = program_of(schedule, command);
  program.run.debug = command.gdb;
  const std::string& file = program.files.front();
  require_fit_files(command.outputs, program);
  const LoadedProgram loaded = load(program);
  require_same(schedule, loaded.hash, file, command);
  const Replay replay(command, schedule, file);
  if (command.gdb) return replay.run(*loaded.program, watch_for_interrupts(), out, err);
  return replay.run_in_child(loaded, out, err);
}

}  // namespace mazurka::cli
