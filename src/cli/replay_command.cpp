#include "cli/replay_command.h"

#include <filesystem>
#include <limits>

#include "cli/files.h"
#include "cli/interrupt.h"
#include "cli/output.h"
#include "cli/run.h"
#include "core/user_error.h"
#include "explore/algorithm/replay.h"
#include "explore/explorer.h"

namespace mazurka::cli {

namespace {

// As recorded, seen from the current folder; else from the folder of the schedule.
std::string find_program(const ReplayCommand& command, const Schedule& schedule) {
  namespace fs = std::filesystem;
  if (!command.program.empty()) return command.program;
  if (exists(schedule.program)) return schedule.program;
  const fs::path beside = fs::path(command.schedule).parent_path() / schedule.program;
  if (exists(beside.string())) return beside.string();
  throw UserError(command.schedule,
                  "the program of this schedule, '" + schedule.program + "', is not here",
                  "--program FILE says where it is");
}

LoadedProgram load_the_same(const std::string& file, const Schedule& schedule,
                            const std::string& schedule_file, const Loader& load) {
  LoadedProgram loaded =
      load({.files = {file}, .defines = schedule.defines, .arguments = schedule.arguments});
  if (loaded.hash != schedule.program_hash)
    throw UserError(schedule_file,
                    "'" + file + "' is not the program that this schedule was recorded with",
                    "it was changed since then; 'mazurka check' records a new schedule");
  return loaded;
}

ExploreOptions replay_options(const Schedule& schedule) {
  ExploreOptions options;
  options.keep_going = true;  // all errors of this one execution
  options.max_steps =
      schedule.max_steps != 0 ? schedule.max_steps : std::numeric_limits<std::uint64_t>::max();
  options.interrupted = &watch_for_interrupts();
  return options;
}

std::string conclusion(const Summary& summary, const Schedule& schedule) {
  const std::string steps =
      std::to_string(schedule.steps.size()) + (schedule.steps.size() == 1 ? " step" : " steps");
  if (summary.bound == Bound::interrupt) return "interrupted\n";
  if (!summary.errors.empty()) return "replayed " + steps + ": the error occurs again\n";
  return "replayed " + steps + ": no error" +
         (schedule.error.empty() ? "" : ", although the schedule says: " + schedule.error) + "\n";
}

int status_of(const Summary& summary) {
  if (!summary.errors.empty()) return error_found;
  return summary.bound == Bound::interrupt ? incomplete : safe;
}

}  // namespace

int run_replay(const ReplayCommand& command, const Loader& load, std::ostream& out,
               std::ostream& err) {
  const Schedule schedule = parse_schedule(read_file(command.schedule), command.schedule);
  const std::string file = find_program(command, schedule);
  const LoadedProgram loaded = load_the_same(file, schedule, command.schedule, load);
  loaded.program->use_knowledge(schedule.knowledge);
  const auto algorithm = make_replay(schedule, command.schedule);
  const Report report{.program = file,
                      .summary = explore(*loaded.program, *algorithm, replay_options(schedule))};
  const TextOptions text{.verbose = true, .replays = true};
  const bool is_written = print_report(report, text, command.json, out, err);
  if (command.json != "-") out << conclusion(report.summary, schedule);
  return is_written ? status_of(report.summary) : wrong_input;
}

}  // namespace mazurka::cli
