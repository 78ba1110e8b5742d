// Explores the program in whose process it runs, and prints a sum of the keys of its traces and the
// facts that it has learned: tests/native/keys/run compares them between processes.
//
// MAZURKA_COMMAND is a list of words:
//   keys             print the keys and the facts, in the end
//   learn            print the facts as soon as something was learned after the start
//   order=N          explore in the N-th order
//   warm-up=N        run N random executions first, so that tasks and objects are met in another
//                    order
//   no-scouting      leave out the executions in which a program learns before it is explored
//   facts=FILE       start with these facts
//   most=N           stop after N executions
//   save=FILE        write a checkpoint then
//   resume=FILE      resume from this checkpoint; the warm-up comes after what was known is known
//   identity         print what identifies the program instead
#include <fstream>
#include <optional>
#include <random>
#include <sstream>
#include <string>
#include <unistd.h>
#include <vector>

#include <fmt/format.h>

#include "core/epoch.h"
#include "explore/algorithms.h"
#include "explore/explorer.h"
#include "program/learning.h"
#include "program/native/identity.h"
#include "program/native/native_program.h"
#include "program/native/platform/complain.h"
#include "program/native/start.h"
#include "program/presentation.h"

namespace mazurka {
namespace {

struct Wanted {
  bool stops_when_it_learns = false;
  bool scouts = true;
  bool prints_identity = false;
  std::uint64_t order = 0;
  std::uint32_t warm_up = 0;
  std::uint64_t most = 0;
  std::string save;
  std::string resume;
  std::vector<std::string> facts;
};

std::vector<std::string> lines_of_file(const std::string& name) {
  std::ifstream file(name);
  std::vector<std::string> result;
  for (std::string line; std::getline(file, line);) result.push_back(line);
  return result;
}

Wanted parse_words(const char* command) {
  Wanted result;
  std::istringstream words(command);
  for (std::string word; words >> word;) {
    const auto value = [&] { return word.substr(word.find('=') + 1); };
    if (word == "learn") result.stops_when_it_learns = true;
    if (word == "identity") result.prints_identity = true;
    if (word == "no-scouting") result.scouts = false;
    if (word.starts_with("order=")) result.order = std::stoul(value());
    if (word.starts_with("warm-up="))
      result.warm_up = static_cast<std::uint32_t>(std::stoul(value()));
    if (word.starts_with("most=")) result.most = std::stoul(value());
    if (word.starts_with("save=")) result.save = value();
    if (word.starts_with("resume=")) result.resume = value();
    if (word.starts_with("facts=")) result.facts = lines_of_file(value());
  }
  return result;
}

void run_at_random(Program& program, std::uint32_t executions) {
  std::minstd_rand random(executions);
  for (std::uint32_t i = 0; i < executions; ++i) {
    program.restart();
    for (int steps = 0; steps < 2000 && !program.enabled().empty(); ++steps)
      program.step(program.enabled()[random() % program.enabled().size()]);
    if (knows_more(program)) use_what_it_knows(program);
  }
}

void print(std::string line) {
  line += '\n';
  if (write(native::user_output, line.data(), line.size()) < 0) _exit(2);
}

void print_facts(Program& program) {
  Epoch epoch;
  for (const std::string& fact : program.learning()->facts()) epoch.add(fact);
  print(fmt::format("epoch {:016x}{:016x}", epoch.id().high, epoch.id().low));
  for (const std::string& fact : epoch.facts()) print("fact " + fact);
}

struct Sum {
  TraceKey keys;
  std::uint64_t executions = 0;
  std::uint64_t total = 0;  // those before the checkpoint included
};

// Returns nothing if it was to stop when something is learned, and did.
std::optional<Sum> sum_of_keys(Program& program, const Wanted& wanted, const Checkpoint* resumed) {
  Sum sum;
  ExploreOptions options;
  options.keep_going = true;
  options.max_executions = wanted.most;
  options.resume = resumed;
  if (!wanted.save.empty())
    options.save = [&](const Checkpoint& checkpoint) {
      std::ofstream(wanted.save) << to_text(checkpoint);
    };
  options.on_execution = [&](const Execution& execution, const Ending&) {
    sum.keys += key_of(execution);
    ++sum.executions;
  };
  AlgorithmOptions algorithm_options;
  algorithm_options.order_seed = wanted.order;
  while (true) {
    sum = {};
    const auto algorithm = make_algorithm_for(program, AlgorithmName::event, algorithm_options);
    const Summary summary = explore(program, *algorithm, options);
    sum.total = summary.maximal_executions();
    if (summary.bound != Bound::learned) return sum;
    use_what_it_knows(program);
    options.resume = nullptr;
    if (wanted.stops_when_it_learns) return std::nullopt;
  }
}

int print_keys(native::ProgramToRun to_run, const char* command) {
  const Wanted wanted = parse_words(command);
  if (wanted.prints_identity) {
    for (const std::string& line : native::identity_of(to_run, true, false).lines()) print(line);
    _exit(0);
  }
  const auto program = native::make_program(std::move(to_run));
  Learning& learning = *program->learning();
  program->presentation().silence();
  if (!wanted.scouts) learning.skip_scouting();
  if (!wanted.facts.empty()) learning.use_facts(wanted.facts);
  std::optional<Checkpoint> resumed;
  if (!wanted.resume.empty()) {
    std::string text;
    for (const std::string& line : lines_of_file(wanted.resume)) text += line + "\n";
    resumed = parse_checkpoint(text, wanted.resume);
    use_facts_of(*resumed, *program);
  }
  if (wanted.warm_up > 0) run_at_random(*program, wanted.warm_up);
  (void)program->registry();  // scouts
  const Checkpoint* const checkpoint = resumed ? &*resumed : nullptr;
  if (const auto sum = sum_of_keys(*program, wanted, checkpoint)) {
    print(fmt::format("executions {}", sum->executions));
    print(fmt::format("total {}", sum->total));
    print(fmt::format("keys {:016x}{:016x}", sum->keys.high, sum->keys.low));
    // Otherwise nothing was tested: the ids of objects and tasks must differ between processes.
    std::string ids;
    for (std::uint32_t i = 0; i < program->registry().task_count(); ++i)
      ids += fmt::format(" {}", program->registry().path_of(TaskId{i}));
    print("tasks" + ids);
  }
  print_facts(*program);
  _exit(0);
}

[[gnu::constructor]] void announce_command() { native::set_command(print_keys); }

}  // namespace
}  // namespace mazurka
