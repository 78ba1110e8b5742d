// The tables of [SourceSets17]: every row, our numbers beside the published ones.
//
// The paper does not state in which order its tool tries processes. A second table compares four
// orders with the published numbers of redundant executions. One of them fits, together with the
// tool's test on line 8 of Source-DPOR (source_dpor.cpp, idle_tasks_cover); the first table uses
// both.
#include <array>

#include <fmt/format.h>

#include "measure/measured_run.h"
#include "measure/table.h"

namespace mazurka::bench {
namespace {

// The reasons why a number differs.
constexpr std::string_view no_reason;
constexpr std::string_view locks_are_processes =
    "the paper's locks are processes that receive messages";
constexpr std::string_view other_trees =
    "nodes: joins replace the paper's messages, and explored branches are freed";
constexpr std::string_view other_tasks =
    "nodes: each worker creates the next one, so that fewer are enabled at once";

struct Row {
  std::string_view table;
  std::string_view model;
  int size;
  AlgorithmName algorithm;
  std::uint64_t executions;      // published; sleep-set blocked ones included
  std::string_view time;         // published
  std::uint64_t nodes = 0;       // published; 0: not published
  std::string_view memory = {};  // published
  std::string_view why = {};     // the numbers differ; empty: they must be the same
};

constexpr AlgorithmName classic = AlgorithmName::dpor;
constexpr AlgorithmName source = AlgorithmName::source;
constexpr AlgorithmName optimal = AlgorithmName::optimal;

constexpr auto rows = std::to_array<Row>({
    {"1", "fig10", 1, source, 8, "0.03 s"},
    {"1", "fig10", 1, optimal, 5, "0.02 s"},
    {"1", "fig10", 2, source, 20, "0.08 s"},
    {"1", "fig10", 2, optimal, 9, "0.04 s"},
    {"1", "fig10", 3, source, 41, "0.20 s"},
    {"1", "fig10", 3, optimal, 13, "0.07 s"},
    {"1", "fig10", 4, source, 78, "0.41 s"},
    {"1", "fig10", 4, optimal, 17, "0.10 s"},
    {"1", "fig10", 5, source, 145, "0.81 s"},
    {"1", "fig10", 5, optimal, 21, "0.17 s"},
    {"1", "fig10", 6, source, 268, "1.56 s"},
    {"1", "fig10", 6, optimal, 25, "0.20 s"},
    {"1", "fig10", 7, source, 373, "2.38 s"},
    {"1", "fig10", 7, optimal, 29, "0.26 s"},
    {"1", "fig10", 8, source, 674, "4.70 s"},
    {"1", "fig10", 8, optimal, 33, "0.34 s"},
    {"1", "fig10", 9, source, 1'222, "8.79 s"},
    {"1", "fig10", 9, optimal, 37, "0.44 s"},
    {"2", "wakeup_stress", 1, source, 2, "0.01 s", 2, "22 MB"},
    {"2", "wakeup_stress", 1, optimal, 2, "0.01 s", 7, "22 MB", other_trees},
    {"2", "wakeup_stress", 2, source, 4, "0.02 s", 3, "22 MB", other_tasks},
    {"2", "wakeup_stress", 2, optimal, 4, "0.02 s", 21, "22 MB", other_trees},
    {"2", "wakeup_stress", 3, source, 12, "0.05 s", 4, "22 MB", other_tasks},
    {"2", "wakeup_stress", 3, optimal, 12, "0.06 s", 79, "22 MB", other_trees},
    {"2", "wakeup_stress", 4, source, 48, "0.24 s", 5, "22 MB", other_tasks},
    {"2", "wakeup_stress", 4, optimal, 48, "0.24 s", 374, "23 MB", other_trees},
    {"2", "wakeup_stress", 5, source, 240, "1.21 s", 6, "22 MB", other_tasks},
    {"2", "wakeup_stress", 5, optimal, 240, "1.23 s", 2'159, "27 MB", other_trees},
    {"2", "wakeup_stress", 6, source, 1'440, "8.74 s", 7, "22 MB", other_tasks},
    {"2", "wakeup_stress", 6, optimal, 1'440, "8.96 s", 14'698, "42 MB", other_trees},
    {"2", "wakeup_stress", 7, source, 10'080, "1 m 2 s", 8, "22 MB", other_tasks},
    {"2", "wakeup_stress", 7, optimal, 10'080, "1 m 7 s", 115'091, "114 MB", other_trees},
    {"2", "wakeup_stress", 8, source, 80'640, "9 m 30 s", 9, "22 MB", other_tasks},
    {"2", "wakeup_stress", 8, optimal, 80'640, "9 m 48 s", 1'018'094, "801 MB", other_trees},
    {"2", "wakeup_stress", 9, source, 725'760, "89 m 14 s", 10, "22 MB", other_tasks},
    {"2", "wakeup_stress", 9, optimal, 725'760, "99 m 2 s", 9'916'765, "8,364 MB", other_trees},
    {"3", "filesystem", 14, classic, 4, "0.54 s", 0, "", locks_are_processes},
    {"3", "filesystem", 14, source, 2, "0.36 s"},
    {"3", "filesystem", 14, optimal, 2, "0.35 s"},
    {"3", "filesystem", 16, classic, 64, "8.13 s", 0, "", locks_are_processes},
    {"3", "filesystem", 16, source, 8, "1.82 s"},
    {"3", "filesystem", 16, optimal, 8, "1.78 s"},
    {"3", "filesystem", 18, classic, 1'024, "2 m 11 s", 0, "", locks_are_processes},
    {"3", "filesystem", 18, source, 32, "8.52 s"},
    {"3", "filesystem", 18, optimal, 32, "8.86 s"},
    {"3, 6", "filesystem", 19, classic, 4'096, "8 m 33 s", 0, "92.98 MB", locks_are_processes},
    {"3, 6", "filesystem", 19, source, 64, "18.62 s", 0, "66.07 MB"},
    {"3, 6", "filesystem", 19, optimal, 64, "19.57 s", 0, "76.17 MB"},
    {"3", "indexer", 12, classic, 78, "0.74 s"},
    {"3", "indexer", 12, source, 8, "0.11 s"},
    {"3", "indexer", 12, optimal, 8, "0.10 s"},
    {"3, 6", "indexer", 15, classic, 341'832, "56 m 20 s", 0, "245.32 MB"},
    {"3, 6", "indexer", 15, source, 4'096, "50.24 s", 0, "165.23 MB"},
    {"3, 6", "indexer", 15, optimal, 4'096, "52.35 s", 0, "174.60 MB"},
    {"4", "readers", 2, classic, 5, "0.02 s"},
    {"4", "readers", 2, source, 4, "0.02 s"},
    {"4", "readers", 2, optimal, 4, "0.02 s"},
    {"4", "readers", 8, classic, 3'281, "13.98 s"},
    {"4", "readers", 8, source, 256, "1.31 s"},
    {"4", "readers", 8, optimal, 256, "1.29 s"},
    {"4", "readers", 13, classic, 797'162, "86 m 7 s"},
    {"4", "readers", 13, source, 8'192, "1 m 26 s"},
    {"4", "readers", 13, optimal, 8'192, "1 m 26 s"},
    {"4", "lastzero", 5, classic, 241, "1.08 s"},
    {"4", "lastzero", 5, source, 79, "0.38 s"},
    {"4", "lastzero", 5, optimal, 64, "0.32 s"},
    {"4", "lastzero", 10, classic, 53'198, "4 m 47 s"},
    {"4", "lastzero", 10, source, 7'204, "45.21 s"},
    {"4", "lastzero", 10, optimal, 3'328, "27.61 s"},
    {"4", "lastzero", 15, classic, 9'378'091, "1,539 m 11 s"},
    {"4", "lastzero", 15, source, 302'587, "55 m 4 s"},
    {"4", "lastzero", 15, optimal, 147'456, "30 m 13 s"},
});

// The rows of Tables 5 and 6 that are Erlang applications.
struct ErlangRow {
  std::string_view table;
  std::string_view program;
  std::array<std::uint64_t, 3> executions;  // published: classic, source, optimal
};
constexpr auto erlang_rows = std::to_array<ErlangRow>({
    {"5", "dialyzer", {12'436, 3'600, 3'600}},
    {"5, 6", "gproc", {14'080, 8'328, 8'104}},
    {"5", "poolboy", {6'018, 3'120, 2'680}},
    {"5, 6", "rushhour", {793'375, 536'118, 528'984}},
});

// A way to make the choices that the algorithms leave open.
struct Choices {
  std::string_view name;
  TaskOrder order;
  bool idle_tasks_cover = false;
};
constexpr auto all_choices = std::to_array<Choices>({
    {"lowest first", TaskOrder::lowest_first},
    {"round robin", TaskOrder::round_robin},
    {"running first", TaskOrder::running_first},
    {"running first, by text", TaskOrder::running_first_by_text},
    {"… with the tool's l.8", TaskOrder::running_first_by_text, true},
});
constexpr Choices choices_of_the_tool = all_choices.back();

std::string name_in_paper(AlgorithmName algorithm) {
  return algorithm == classic ? "dpor (classic)" : std::string(name_of(algorithm));
}

Measured measure_row(const Row& row, const Choices& choices, double limit_seconds) {
  Run run{fmt::format("source_sets/{}", row.model), {{"N", row.size}}, row.algorithm};
  run.task_order = choices.order;
  run.idle_tasks_cover = choices.idle_tasks_cover;
  return measure(run, limit_seconds);
}

bool is_same(const Measured& measured, const Row& row) {
  return measured.all_executions() == row.executions &&
         (row.nodes == 0 || measured.nodes == row.nodes);
}

// Compares the rows with the published numbers.
class Comparison {
 public:
  explicit Comparison(const TableOptions& options) : options_(options) {}

  // Returns whether every number is the published one, unless the row says why not.
  bool run() {
    table_.print_head();
    for (const Row& row : rows) print(row);
    for (const ErlangRow& row : erlang_rows) print(row);
    return as_expected_;
  }

 private:
  void print(const Row& row) {
    const std::string program = fmt::format("{}({})", row.model, row.size);
    if (!is_wanted(options_, program)) return;
    const Measured measured = measure_row(row, choices_of_the_tool, options_.limit_seconds);
    table_.print_row(
        {program, std::string(row.table), name_in_paper(row.algorithm),
         count_of(measured, measured.all_executions()), with_commas(measured.redundant),
         with_commas(row.executions), row.nodes == 0 ? "" : with_commas(measured.nodes),
         row.nodes == 0 ? "" : with_commas(row.nodes), seconds_of(measured), std::string(row.time),
         memory_of(measured), std::string(row.memory), verdict(measured, row)});
  }

  void print(const ErlangRow& row) {
    if (!is_wanted(options_, std::string(row.program))) return;
    constexpr std::array algorithms = {classic, source, optimal};
    for (std::size_t i = 0; i < algorithms.size(); ++i)
      table_.print_row({std::string(row.program), std::string(row.table),
                        name_in_paper(algorithms[i]), "–", "–", with_commas(row.executions[i]), "",
                        "", "–", "", "–", "", "not available: an Erlang program"});
  }

  std::string verdict(const Measured& measured, const Row& row) {
    if (measured.is_cut) return "stopped by --limit";
    if (is_same(measured, row) && row.why == no_reason) return "same";
    if (is_same(measured, row) || row.why == no_reason) {
      as_expected_ = false;
      return is_same(measured, row) ? "SAME, but a difference was expected" : "DIFFERS";
    }
    return fmt::format("differs: {}", row.why);
  }

  const TableOptions& options_;
  Table table_{
      "Tables 1 to 6 of the source-sets paper: executions, sleep-set blocked ones included",
      {{"program", 18},
       {"table", 5},
       {"algorithm", 14},
       {"executions", 11},
       {"redundant", 9},
       {"paper", 9},
       {"nodes", 9},
       {"paper", 9},
       {"CPU s", 8},
       {"paper", 12},
       {"peak", 9},
       {"paper", 9},
       {"", 5}},
      options_.markdown};
  bool as_expected_ = true;
};

// Compares choices by the rows that have redundant executions.
class ChoiceExperiment {
 public:
  explicit ChoiceExperiment(const TableOptions& options) : options_(options) {}

  // Returns whether the choices of the tool give all published numbers.
  bool run() {
    table_.print_head();
    for (const Row& row : rows)
      if (depends_on_choices(row)) print(row);
    return fits_;
  }

 private:
  // Returns whether the row has redundant executions and is small enough to run many times.
  static bool depends_on_choices(const Row& row) {
    constexpr std::uint64_t most_executions = 350'000;
    return row.algorithm != optimal && row.executions <= most_executions && row.why == no_reason &&
           (row.model == "fig10" || row.model == "lastzero" || row.model == "indexer" ||
            row.algorithm == classic);
  }

  void print(const Row& row) {
    const std::string program = fmt::format("{}({})", row.model, row.size);
    if (!is_wanted(options_, program)) return;
    std::vector<std::string> cells = {program, name_in_paper(row.algorithm),
                                      with_commas(row.executions)};
    for (const Choices& choices : all_choices) {
      const Measured measured = measure_row(row, choices, options_.limit_seconds);
      const bool same = !measured.is_cut && measured.all_executions() == row.executions;
      cells.push_back(count_of(measured, measured.all_executions()) + (same ? " =" : ""));
      if (choices.name == choices_of_the_tool.name && !same && !measured.is_cut) fits_ = false;
    }
    table_.print_row(cells);
  }

  static std::vector<Column> columns() {
    std::vector<Column> result = {{"program", 18}, {"algorithm", 14}, {"paper", 9}};
    for (const Choices& choices : all_choices) result.push_back({std::string(choices.name), 22});
    return result;
  }

  const TableOptions& options_;
  Table table_{
      "Executions by the choices that the algorithms leave open (= marks the published number)",
      columns(), options_.markdown};
  bool fits_ = true;
};

}  // namespace
}  // namespace mazurka::bench

int main(int argc, char** argv) {
  using namespace mazurka::bench;
  const TableOptions options =
      parse_options(argc, argv, "Counts beside those of the source-sets paper");
  const bool as_expected = Comparison(options).run();
  const bool fits = ChoiceExperiment(options).run();
  return as_expected && fits ? 0 : 1;
}
