// Executions and transitions of recorded Android traces, next to those that the EM-DPOR paper
// reports.
//
// The traces are not part of this repository. The argument is a folder, and every folder below it
// that contains a file trace.txt is a row.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <map>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "measure/measured_run.h"
#include "measure/table.h"

namespace mazurka::bench {
namespace {

namespace fs = std::filesystem;

struct Counts {
  std::string_view executions;
  std::string_view transitions;
};
struct Published {
  std::string_view name;
  Counts dpor;
  Counts em;
};

// Table 2 of [EmDpor18]. `>`: not finished in four hours.
constexpr std::array<Published, 5> published = {{
    {"remind-me", {"24", "1,864"}, {"3", "875"}},
    {"mytracks", {"> 1,610,684", ""}, {"405,013", "26,745,327"}},
    {"music", {"> 1,508,413", ""}, {"266", "34,333"}},
    {"charachter-recognition", {"1,284,788", "67,062,526"}, {"756", "39,422"}},
    {"aarddict", {"> 359,961", ""}, {"14", "4,772"}},
}};

Counts published_for(const fs::path& folder, AlgorithmName algorithm) {
  for (const Published& each : published)
    if (folder.filename() == each.name) {
      if (algorithm == AlgorithmName::dpor) return each.dpor;
      if (algorithm == AlgorithmName::em) return each.em;
    }
  return {};
}

std::vector<fs::path> traces_below(const std::string& root) {
  std::vector<fs::path> result;
  for (const auto& entry : fs::recursive_directory_iterator(root))
    if (entry.path().filename() == "trace.txt") result.push_back(entry.path().parent_path());
  std::ranges::sort(result);
  return result;
}

struct Options {
  TableOptions table;
  std::string folder;
  EmDporChoices choices;
  bool every_operation = false;
  bool replay = false;
  std::vector<std::string> algorithms = {"dpor", "em", "event"};
};

int run(const Options& options) {
  const Table table("Recorded traces",
                    {{"trace", 34},
                     {"algorithm", 10},
                     {"executions", 12},
                     {"published", 12},
                     {"transitions", 13},
                     {"published", 11},
                     {"CPU s", 8},
                     {"peak", 9}},
                    options.table.markdown);
  table.print_head();
  for (const fs::path& folder : traces_below(options.folder)) {
    const std::string name = fs::relative(folder, options.folder).string();
    if (!is_wanted(options.table, name)) continue;
    for (const std::string& algorithm : options.algorithms) {
      const AlgorithmName known = algorithm_named(algorithm).value_or(AlgorithmName::event);
      const Measured measured = measure({.algorithm = known,
                                         .trace_folder = folder.string(),
                                         .em_choices = options.choices,
                                         .every_operation = options.every_operation},
                                        options.table.limit_seconds);
      const auto [executions, transitions] = published_for(folder, known);
      table.print_row({name, algorithm, count_of(measured, measured.all_executions()),
                       std::string(executions), count_of(measured, measured.transitions),
                       std::string(transitions), seconds_of(measured), memory_of(measured)});
    }
  }
  return 0;
}

// --- Replaying -----------------------------------------------------------------------------------

// Replays one execution repeatedly with restart() and step() only, as the explorer
// replays a prefix. Measures nanoseconds of CPU time per event: the fastest of five
// rounds of a tenth of a second each.
struct Replay {
  std::size_t events = 0;
  double nanoseconds = 0;
};
Replay measure_replay(const fs::path& folder, bool every_operation) {
  const auto program = load({.trace_folder = folder.string(), .every_operation = every_operation});
  std::vector<Choice> choices;
  program->restart();
  while (!program->enabled().empty()) {
    choices.push_back(program->enabled().front());
    program->step(choices.back());
  }
  Replay result{.events = choices.size(), .nanoseconds = 1e9};
  for (int round = 0; round < 5 && !choices.empty(); ++round) {
    const std::clock_t started = std::clock();
    double spent = 0;
    std::uint64_t steps = 0;
    while (spent < 1e8) {
      program->restart();
      for (const Choice& choice : choices) program->step(choice);
      steps += choices.size();
      spent = 1e9 * static_cast<double>(std::clock() - started) / CLOCKS_PER_SEC;
    }
    result.nanoseconds = std::min(result.nanoseconds, spent / static_cast<double>(steps));
  }
  return result;
}

int run_replays(const Options& options) {
  const Table table("Replaying recorded traces",
                    {{"trace", 34}, {"events", 8}, {"ns per event", 14}}, options.table.markdown);
  table.print_head();
  for (const fs::path& folder : traces_below(options.folder)) {
    const std::string name = fs::relative(folder, options.folder).string();
    if (!is_wanted(options.table, name)) continue;
    const Replay replay = measure_replay(folder, options.every_operation);
    table.print_row({name, with_commas(replay.events), fmt::format("{:.0f}", replay.nanoseconds)});
  }
  return 0;
}

// --- The command line ----------------------------------------------------------------------------

template <typename Choice>
void add_choice(CLI::App& app, const std::string& name, Choice& value,
                const std::map<std::string, Choice>& names, const std::string& about) {
  app.add_option(name, value, about)->transform(CLI::CheckedTransformer(names));
}

void add_em_choices(CLI::App& app, EmDporChoices& choices) {
  using First = EmDporChoices::First;
  using Next = EmDporChoices::Next;
  using Target = EmDporChoices::Target;
  add_choice<First>(app, "--em-first", choices.first,
                    {{"as-recorded", First::as_recorded},
                     {"same-thread", First::same_thread},
                     {"lowest", First::lowest},
                     {"highest", First::highest},
                     {"in-source", First::in_source}},
                    "em: what runs first in a new state (as-recorded)");
  add_choice<Next>(app, "--em-next", choices.next,
                   {{"lowest", Next::lowest}, {"oldest", Next::oldest}},
                   "em: which choice of a state comes next (lowest)");
  add_choice<Target>(app, "--em-target", choices.target,
                     {{"lowest", Target::lowest},
                      {"own", Target::own},
                      {"highest", Target::highest},
                      {"all", Target::all}},
                     "em: which of several threads becomes a choice (lowest)");
  app.add_option("--em-reuse", choices.reuse, "em: choices that are there already will do (1)");
  app.add_option("--em-locks", choices.same_thread_locks_independent,
                 "em: locks of one thread's messages are independent, Appendix C.2 (1)");
  app.add_option("--em-reads", choices.reads_independent,
                 "em: two reads are independent, Appendix C.1 (1)");
}

}  // namespace
}  // namespace mazurka::bench

int main(int argc, char** argv) {
  using namespace mazurka;
  bench::Options options;
  CLI::App app("Executions and transitions of recorded traces");
  app.add_option("folder", options.folder, "Where the traces are")->required();
  app.add_flag("--markdown", options.table.markdown, "Prints Markdown");
  app.add_option("--limit", options.table.limit_seconds, "Cuts a row after so many seconds (60)");
  app.add_option("--only", options.table.only, "Only traces with this in their name");
  app.add_option("--algorithms", options.algorithms, "dpor, em, event unless given");
  app.add_flag("--every-operation", options.every_operation,
               "Operations that concern nobody else are events, too");
  app.add_flag("--replay", options.replay, "Measures what replaying an event costs, instead");
  bench::add_em_choices(app, options.choices);
  CLI11_PARSE(app, argc, argv);
  return options.replay ? bench::run_replays(options) : bench::run(options);
}
