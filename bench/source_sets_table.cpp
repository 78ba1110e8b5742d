// The programs of [SourceSets17]: measured counts next to those of its Tables 1 to 4.
#include <array>
#include <optional>

#include <fmt/format.h>

#include "measure/measured_run.h"
#include "measure/table.h"

namespace mazurka::bench {
namespace {

constexpr std::array algorithms = {AlgorithmName::optimal, AlgorithmName::source,
                                   AlgorithmName::dpor};

// The published number of executions, including sleep-set blocked ones; 0: not published.
struct Row {
  std::string_view model;
  int size;
  std::array<std::uint64_t, algorithms.size()> published;
};

// The counts of `optimal` are exact, and so are those of `source` where they are equal. Other
// counts depend on the order in which tasks are tried.
constexpr auto rows = std::to_array<Row>({
    {"readers", 2, {4, 4, 5}},
    {"readers", 8, {256, 256, 3'281}},
    {"readers", 13, {8'192, 8'192, 797'162}},
    {"lastzero", 5, {64, 79, 241}},
    {"lastzero", 10, {3'328, 7'204, 53'198}},
    {"lastzero", 15, {147'456, 0, 0}},
    {"filesystem", 14, {2, 2, 4}},
    {"filesystem", 16, {8, 8, 64}},
    {"filesystem", 18, {32, 32, 1'024}},
    {"filesystem", 19, {64, 64, 4'096}},
    {"indexer", 12, {8, 8, 78}},
    {"indexer", 15, {4'096, 4'096, 341'832}},
    {"wakeup_stress", 5, {240, 240, 0}},
    {"wakeup_stress", 6, {1'440, 1'440, 0}},
    {"wakeup_stress", 7, {10'080, 10'080, 0}},
    {"fig10", 1, {5, 8, 0}},
    {"fig10", 2, {9, 20, 0}},
    {"fig10", 3, {13, 41, 0}},
    {"fig10", 4, {17, 78, 0}},
});

// Returns an empty text if the counts cannot be compared.
std::string verdict(const Measured& measured, std::uint64_t published) {
  if (published == 0 || measured.is_cut) return "";
  if (measured.all_executions() == published) return "same";
  return measured.all_executions() < published ? "fewer" : "MORE";
}

int run(const TableOptions& options) {
  const Table table(
      "Programs of the source-sets paper: executions, sleep-set blocked ones included",
      {{"program", 18},
       {"algorithm", 9},
       {"executions", 11},
       {"in vain", 9},
       {"paper", 9},
       {"", 5},
       {"CPU s", 8},
       {"peak", 9}},
      options.markdown);
  table.print_head();
  bool optimal_is_right = true;
  for (const Row& row : rows) {
    const std::string program = fmt::format("{}({})", row.model, row.size);
    if (!is_wanted(options, program)) continue;
    for (std::size_t i = 0; i < algorithms.size(); ++i) {
      const Measured measured =
          measure({fmt::format("source_sets/{}", row.model), {{"N", row.size}}, algorithms[i]},
                  options.limit_seconds);
      const std::string same = verdict(measured, row.published[i]);
      if (algorithms[i] == AlgorithmName::optimal && same != "same") optimal_is_right = false;
      table.print_row({program, std::string(name_of(algorithms[i])),
                       count_of(measured, measured.all_executions()),
                       with_commas(measured.begun_in_vain),
                       row.published[i] == 0 ? "–" : with_commas(row.published[i]), same,
                       seconds_of(measured), memory_of(measured)});
    }
  }
  return optimal_is_right ? 0 : 1;
}

}  // namespace
}  // namespace mazurka::bench

int main(int argc, char** argv) {
  using namespace mazurka::bench;
  return run(parse_options(argc, argv, "Counts beside those of the source-sets paper"));
}
