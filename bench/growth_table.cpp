// n messages that do not conflict must take one execution and polynomial time, not n! executions.
#include <array>

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

int run(const TableOptions& options) {
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
  return 0;
}

}  // namespace
}  // namespace mazurka::bench

int main(int argc, char** argv) {
  using namespace mazurka::bench;
  return run(parse_options(argc, argv, "Time and memory for n messages that do not conflict"));
}
