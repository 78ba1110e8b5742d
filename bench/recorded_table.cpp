// Executions and transitions of recorded Android traces. With --every-operation, the tables of
// [EmDpor18] and [EmDpor16]: all rows, each with the published numbers and a verdict.
//
// The traces are not part of this repository. The argument is a folder, and every folder below it
// that contains a file trace.txt is a row.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <map>
#include <optional>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "measure/measured_run.h"
#include "measure/table.h"
#include "program/presentation.h"

namespace mazurka::bench {
namespace {

namespace fs = std::filesystem;

struct Published {
  std::string_view folder;
  std::string_view app;
  std::array<std::uint64_t, 4> size;  // Table 1: length, threads, events, memory locations
  std::string_view dpor_executions;   // Table 2; "> 7": not finished in four hours
  std::string_view dpor_transitions;
  std::string_view dpor_time;
  std::uint64_t em_executions;
  std::uint64_t em_transitions;
  std::string_view em_time;
};

// Tables 1 and 2 of [EmDpor18]; Table 1 of [EmDpor16] has the same numbers in one table.
constexpr std::array<Published, 5> published = {{
    {"remind-me", "Remind Me", {444, 4, 9, 89}, "24", "1,864", "0.18 s", 3, 875, "0.05 s"},
    {"mytracks",
     "My Tracks",
     {453, 10, 9, 108},
     "> 1,610,684",
     "> 113,299,092",
     "4 h",
     405'013,
     26'745'327,
     "101 m 30 s"},
    {"music",
     "Music Player",
     {465, 6, 24, 68},
     "> 1,508,413",
     "> 93,254,810",
     "4 h",
     266,
     34'333,
     "4.15 s"},
    {"charachter-recognition",
     "Character Recognition",
     {485, 4, 22, 40},
     "1,284,788",
     "67,062,526",
     "199 m 28 s",
     756,
     39'422,
     "6.58 s"},
    {"aarddict",
     "Aard Dictionary",
     {600, 5, 30, 30},
     "> 359,961",
     "> 14,397,143",
     "4 h",
     14,
     4'772,
     "1.4 s"},
}};

const Published* published_for(const fs::path& folder) {
  const auto found = std::ranges::find(published, folder.filename().string(), &Published::folder);
  return found == published.end() ? nullptr : &*found;
}

struct Counts {
  std::string executions;
  std::string transitions;
};
Counts published_counts(const fs::path& folder, AlgorithmName algorithm) {
  const Published* const known = published_for(folder);
  if (known == nullptr) return {};
  if (algorithm == AlgorithmName::dpor)
    return {std::string(known->dpor_executions), std::string(known->dpor_transitions)};
  if (algorithm == AlgorithmName::em)
    return {with_commas(known->em_executions), with_commas(known->em_transitions)};
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
      const auto [executions, transitions] = published_counts(folder, known);
      table.print_row({name, algorithm, count_of(measured, measured.all_executions()), executions,
                       count_of(measured, measured.transitions), transitions, seconds_of(measured),
                       memory_of(measured)});
    }
  }
  return 0;
}

// --- The tables of the papers --------------------------------------------------------------------

// Collects what differs from the published numbers.
class Verdict {
 public:
  void compare(std::string_view what, std::uint64_t ours, std::uint64_t theirs,
               std::string_view known_reason = {}) {
    if (ours == theirs) return;
    text_ += fmt::format("{}{} {} instead of {}{}", text_.empty() ? "" : "; ", what,
                         with_commas(ours), with_commas(theirs),
                         known_reason.empty() ? "" : fmt::format(" ({})", known_reason));
    if (known_reason.empty()) is_explained_ = false;
  }
  // The run was cut before it could be compared.
  void cut() {
    text_ = "the run was cut";
    is_explained_ = false;
  }
  [[nodiscard]] std::string text() const { return text_.empty() ? "same" : "differs: " + text_; }
  [[nodiscard]] bool is_explained() const { return is_explained_; }

 private:
  std::string text_;
  bool is_explained_ = true;
};

const std::string not_found = "differs: there is no such trace below the folder";

std::vector<Published> wanted_rows(const Options& options) {
  std::vector<Published> result;
  for (const Published& each : published)
    if (is_wanted(options.table, std::string(each.folder))) result.push_back(each);
  return result;
}

std::optional<fs::path> folder_of(const Published& known, const Options& options) {
  for (const fs::path& folder : traces_below(options.folder))
    if (folder.filename() == known.folder) return folder;
  return std::nullopt;
}

// Returns the columns of Table 1 for a trace, in the order of Published::size.
std::array<std::uint64_t, 4> size_of(const fs::path& folder) {
  const auto program = load({.trace_folder = folder.string(), .every_operation = true});
  std::vector<std::pair<std::string, std::uint64_t>> statistics;
  program->presentation().add_statistics(statistics);
  std::array<std::uint64_t, 4> result{};
  for (std::size_t i = 0; i < result.size(); ++i) result.at(i) = statistics.at(i).second;
  return result;
}

// Returns whether every difference from the published numbers has an explanation.
bool print_table_1(const Options& options) {
  const Table table("[EmDpor18] Table 1: the traces (and [EmDpor16] Table 1)",
                    {{"app", 24},
                     {"length", 8},
                     {"threads", 8},
                     {"events", 8},
                     {"locations", 10},
                     {"verdict", 8}},
                    options.table.markdown);
  table.print_head();
  bool is_explained = true;
  for (const Published& known : wanted_rows(options)) {
    const auto folder = folder_of(known, options);
    if (!folder) {
      table.print_row({std::string(known.app), "", "", "", "", not_found});
      is_explained = false;
      continue;
    }
    const std::array<std::uint64_t, 4> size = size_of(*folder);
    const bool has_thread_47 = known.folder == "aarddict" && size[1] == 6;
    Verdict verdict;
    verdict.compare("length", size[0], known.size[0]);
    verdict.compare("threads", size[1], known.size[1],
                    has_thread_47 ? "thread 47 begins and ends without an operation; the paper "
                                    "counts such threads in the other apps"
                                  : "");
    verdict.compare("events", size[2], known.size[2]);
    verdict.compare("locations", size[3], known.size[3]);
    is_explained = is_explained && verdict.is_explained();
    table.print_row({std::string(known.app), with_commas(size[0]), with_commas(size[1]),
                     with_commas(size[2]), with_commas(size[3]), verdict.text()});
  }
  return is_explained;
}

// Prints the rows of DPOR without sleep sets. The paper does not say in which order its DPOR tries
// tasks, and the number of executions depends on it, so there is a row for each order.
void print_dpor(const Table& table, const Published& known, const fs::path& folder,
                const Options& options) {
  constexpr std::pair<TaskOrder, std::string_view> orders[] = {
      {TaskOrder::running_first, "running task first"},
      {TaskOrder::lowest_first, "lowest task first"},
      {TaskOrder::round_robin, "round robin"}};
  for (const auto& [order, name] : orders) {
    const Measured measured = measure({.algorithm = AlgorithmName::dpor,
                                       .trace_folder = folder.string(),
                                       .every_operation = true,
                                       .task_order = order,
                                       .sleep_sets = false},
                                      options.table.limit_seconds);
    const std::string executions = count_of(measured, measured.executions);
    const bool is_same = executions == known.dpor_executions;
    const bool neither_ended = measured.is_cut && known.dpor_executions.starts_with('>');
    table.print_row(
        {std::string(known.app), "dpor", executions, std::string(known.dpor_executions),
         count_of(measured, measured.operations), std::string(known.dpor_transitions),
         seconds_of(measured), std::string(known.dpor_time),
         fmt::format("{} ({})",
                     is_same           ? "same"
                     : neither_ended   ? "neither ended"
                     : measured.is_cut ? "the run was cut"
                                       : "differs: the paper does not state its order of choices",
                     name)});
  }
}

bool print_table_2(const Options& options) {
  const Table table("[EmDpor18] Table 2: executions, transitions and time (and [EmDpor16] Table 1)",
                    {{"app", 24},
                     {"algorithm", 10},
                     {"executions", 12},
                     {"published", 12},
                     {"transitions", 13},
                     {"published", 14},
                     {"CPU s", 8},
                     {"published", 11},
                     {"verdict", 8}},
                    options.table.markdown);
  table.print_head();
  bool is_explained = true;
  for (const Published& known : wanted_rows(options)) {
    const std::string app(known.app);
    const auto folder = folder_of(known, options);
    if (!folder) {
      table.print_row({app, "em", "", with_commas(known.em_executions), "",
                       with_commas(known.em_transitions), "", std::string(known.em_time),
                       not_found});
      is_explained = false;
      continue;
    }
    print_dpor(table, known, *folder, options);
    const Measured measured = measure({.algorithm = AlgorithmName::em,
                                       .trace_folder = folder->string(),
                                       .em_choices = options.choices,
                                       .every_operation = true},
                                      options.table.limit_seconds);
    Verdict verdict;
    verdict.compare("executions", measured.executions, known.em_executions);
    verdict.compare("transitions", measured.operations, known.em_transitions);
    if (measured.is_cut) verdict.cut();
    is_explained = is_explained && verdict.is_explained();
    table.print_row({app, "em", count_of(measured, measured.executions),
                     with_commas(known.em_executions), count_of(measured, measured.operations),
                     with_commas(known.em_transitions), seconds_of(measured),
                     std::string(known.em_time), verdict.text()});
  }
  return is_explained;
}

int run_paper_tables(const Options& options) {
  const bool first = print_table_1(options);
  fmt::print("\n");
  const bool second = print_table_2(options);
  return first && second ? 0 : 1;
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
  app.add_flag(
      "--every-operation", options.every_operation,
      "Prints the tables of the papers, with a verdict for each row: every operation is an "
      "event, as in the published tool. Exits with 1 if a number differs");
  app.add_flag("--replay", options.replay, "Measures what replaying an event costs, instead");
  bench::add_em_choices(app, options.choices);
  CLI11_PARSE(app, argc, argv);
  if (options.replay) return bench::run_replays(options);
  return options.every_operation ? bench::run_paper_tables(options) : bench::run(options);
}
