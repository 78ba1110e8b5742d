// How time and memory grow with the size of a program.
//
// The first table: n messages that do not conflict must take one execution and polynomial time, not
// n! executions. The second table: what an execution of a large program costs, with many tasks,
// with many reversals, and with long sequences in the wakeup tree.
#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "measure/measured_run.h"
#include "measure/table.h"

namespace mazurka::bench {
namespace {

struct Program {
  std::string_view name;
  std::string_view model;
  std::vector<model::Define> (*of_size)(int messages);
};

constexpr std::array<Program, 3> programs = {{
    {"plb(n)", "plb",
     [](int n) {
       return std::vector<model::Define>{{"N", n}};
     }},
    {"mat-mult(n/2,2,5)", "mat_mult",
     [](int n) {
       return std::vector<model::Define>{{"M", n / 2}, {"N", 2}, {"K", 5}};
     }},
    {"n independent messages", "independent_messages",
     [](int n) {
       return std::vector<model::Define>{{"N", n}};
     }},
}};

void print_messages(const TableOptions& options) {
  const Table table(
      "One execution each, algorithm event",
      {{"program", 24}, {"n", 6}, {"executions", 11}, {"events", 10}, {"CPU s", 8}, {"peak", 9}},
      options.markdown);
  table.print_head();
  for (const Program& program : programs) {
    if (!is_wanted(options, std::string(program.name))) continue;
    for (const int n : {10, 30, 100, 300, 1000}) {
      const Measured measured = measure(
          {fmt::format("event_dpor/{}", program.model), program.of_size(n), AlgorithmName::event},
          options.limit_seconds);
      table.print_row({std::string(program.name), std::to_string(n),
                       count_of(measured, measured.all_executions()), with_commas(measured.events),
                       seconds_of(measured), memory_of(measured)});
      if (measured.is_cut) break;
    }
  }
}

struct LargeProgram {
  std::string_view name;
  std::string_view model;
  std::array<int, 4> sizes;
  std::vector<model::Define> (*of_size)(int n);
};

constexpr std::array<LargeProgram, 3> large_programs = {{
    {"n events, shared by two reversals",
     "late_races",
     {1000, 3000, 10'000, 20'000},
     [](int n) {
       return std::vector<model::Define>{{"N", n}};
     }},
    {"n tasks with 32 events",
     "many_tasks",
     {100, 200, 400, 800},
     [](int n) {
       return std::vector<model::Define>{{"N", n}, {"LENGTH", 32}};
     }},
    {"n tasks that take two locks",
     "two_stages",
     {25, 50, 100, 200},
     [](int n) {
       return std::vector<model::Define>{{"N", n}};
     }},
}};

// Explorations that have too many traces are stopped: an execution costs the same at any time.
void print_large_programs(const TableOptions& options) {
  const double limit_seconds = std::min(options.limit_seconds, 5.0);
  const Table table("CPU time per execution, algorithm optimal",
                    {{"program", 34},
                     {"n", 6},
                     {"executions", 11},
                     {"events each", 12},
                     {"ms each", 9},
                     {"peak", 9}},
                    options.markdown);
  table.print_head();
  for (const LargeProgram& program : large_programs) {
    if (!is_wanted(options, std::string(program.name))) continue;
    for (const int n : program.sizes) {
      const Measured measured = measure(
          {fmt::format("scale/{}", program.model), program.of_size(n), AlgorithmName::optimal},
          limit_seconds);
      const std::uint64_t executions = std::max<std::uint64_t>(measured.all_executions(), 1);
      table.print_row(
          {std::string(program.name), std::to_string(n), count_of(measured, executions),
           with_commas(measured.events / executions),
           fmt::format("{:.1f}", measured.seconds * 1e3 / static_cast<double>(executions)),
           memory_of(measured)});
    }
  }
}

}  // namespace
}  // namespace mazurka::bench

int main(int argc, char** argv) {
  using namespace mazurka::bench;
  const TableOptions options =
      parse_options(argc, argv, "How time and memory grow with the size of a program");
  print_messages(options);
  print_large_programs(options);
}
