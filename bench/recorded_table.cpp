// Executions and transitions of recorded Android traces, beside what the EM-DPOR paper reports.
//
// The traces are not part of this repository: the argument is a folder, and every folder below it
// with a file trace.txt is a row.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "measure/measured_run.h"
#include "measure/table.h"

namespace mazurka::bench {
namespace {

namespace fs = std::filesystem;

struct Published {
  std::string_view name;
  std::string_view dpor;
  std::string_view em;
};

// Table 2 of [EmDpor18]: executions. `>`: not finished in four hours.
constexpr std::array<Published, 5> published = {{
    {"remind-me", "24", "3"},
    {"mytracks", "> 1,610,684", "405,013"},
    {"music", "> 1,508,413", "266"},
    {"charachter-recognition", "1,284,788", "756"},
    {"aarddict", "> 359,961", "14"},
}};

std::string published_for(const fs::path& folder, AlgorithmName algorithm) {
  for (const Published& each : published)
    if (folder.filename() == each.name) {
      if (algorithm == AlgorithmName::dpor) return std::string(each.dpor);
      if (algorithm == AlgorithmName::em) return std::string(each.em);
    }
  return "";
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
  std::vector<std::string> algorithms = {"dpor", "em", "event"};
};

int run(const Options& options) {
  const Table table("Recorded traces",
                    {{"trace", 34},
                     {"algorithm", 10},
                     {"executions", 12},
                     {"published", 12},
                     {"transitions", 13},
                     {"CPU s", 8},
                     {"peak", 9}},
                    options.table.markdown);
  table.print_head();
  for (const fs::path& folder : traces_below(options.folder)) {
    const std::string name = fs::relative(folder, options.folder).string();
    if (!is_wanted(options.table, name)) continue;
    for (const std::string& algorithm : options.algorithms) {
      const AlgorithmName known = algorithm_named(algorithm).value_or(AlgorithmName::event);
      const Measured measured = measure(
          {.algorithm = known, .trace_folder = folder.string(), .em_choices = options.choices},
          options.table.limit_seconds);
      table.print_row({name, algorithm, count_of(measured, measured.all_executions()),
                       published_for(folder, known), count_of(measured, measured.transitions),
                       seconds_of(measured), memory_of(measured)});
    }
  }
  return 0;
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
  app.add_option("--em-first", options.choices.first, "What em runs first in a new state");
  app.add_option("--em-reuse", options.choices.reuse, "em: choices that are there already will do");
  app.add_option("--em-target", options.choices.target, "em: which of several threads is taken");
  app.add_option("--em-locks", options.choices.same_thread_locks_independent,
                 "em: locks of one thread's messages are independent (Appendix C.2)");
  app.add_option("--em-reads", options.choices.reads_independent,
                 "em: two reads are independent (Appendix C.1)");
  CLI11_PARSE(app, argc, argv);
  return bench::run(options);
}
