// Both methods of `mazurka robust` on families of programs: shows where exploring grows
// exponentially and the sequential search does not.
#include <array>
#include <chrono>
#include <fstream>
#include <iterator>

#include <fmt/format.h>

#include "explore/robust/robustness.h"
#include "measure/table.h"
#include "report/robust_report.h"

namespace mazurka::bench {
namespace {

struct Family {
  std::string_view title;
  std::string_view model;
};

constexpr std::array<Family, 4> families = {{
    {"1 event, n tasks", "tasks_of_one_event"},
    {"n events, 1 task each", "events_with_a_task"},
    {"n events that count", "events_that_count"},
    {"n events, order kept", "events_in_order"},
}};
constexpr std::array<int, 9> sizes = {2, 4, 6, 8, 9, 10, 20, 40, 80};

struct Row {
  RobustVerdict verdict = RobustVerdict::unknown;
  std::uint64_t executions = 0;
  double seconds = 0;
  bool is_cut = false;
};

Row measure_method(const std::string& source, int n, RobustMethod method, double limit) {
  const std::vector<model::Define> defines{{"N", n}};
  const auto program = model::load(source, "model", defines);
  RobustOptions options;
  options.method = method;
  options.explore.timeout_seconds = limit;
  const auto begin = std::chrono::steady_clock::now();
  const RobustSummary summary = check_robustness(*program, options);
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
  return {verdict_of(summary), summary.executions, elapsed.count(), summary.bound != Bound::none};
}

std::string count(const Row& row) { return (row.is_cut ? "> " : "") + with_commas(row.executions); }
std::string time(const Row& row) {
  return (row.is_cut ? "> " : "") + fmt::format("{:.3f}", row.seconds);
}

// Returns the verdict of a method that finished, preferably the sequential one.
std::string verdict(const Row& explored, const Row& sequential) {
  return std::string(name_of((sequential.is_cut ? explored : sequential).verdict));
}

int run(const TableOptions& options) {
  const Table table("Robustness: all executions, and the sequential search",
                    {{"family", 24},
                     {"n", 4},
                     {"verdict", 10},
                     {"executions", 12},
                     {"s", 9},
                     {"sequential runs", 16},
                     {"s", 9}},
                    options.markdown);
  table.print_head();
  for (const Family& family : families) {
    if (!is_wanted(options, std::string(family.title))) continue;
    std::ifstream file(fmt::format("{}/robust/{}.mzk", MAZURKA_BENCH_MODELS, family.model));
    const std::string source{std::istreambuf_iterator<char>(file), {}};
    Row explored;
    Row sequential;
    for (const int n : sizes) {
      if (!explored.is_cut)
        explored = measure_method(source, n, RobustMethod::explore, options.limit_seconds);
      if (!sequential.is_cut)
        sequential = measure_method(source, n, RobustMethod::sequential, options.limit_seconds);
      table.print_row({std::string(family.title), std::to_string(n), verdict(explored, sequential),
                       count(explored), time(explored), count(sequential), time(sequential)});
      if (explored.is_cut && sequential.is_cut) break;
    }
  }
  return 0;
}

}  // namespace
}  // namespace mazurka::bench

int main(int argc, char** argv) {
  using namespace mazurka::bench;
  return run(parse_options(argc, argv, "Both methods of robustness on families of programs"));
}
