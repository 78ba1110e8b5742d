// Measures the cost of `event` for programs without handlers: it must be within 10 % of `optimal`.
//
// Runs both in turn several times and takes the minimum of each, since noise only adds time.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "measure/measured_run.h"
#include "measure/table.h"

namespace mazurka::bench {
namespace {

constexpr int repetitions = 5;

struct Program {
  std::string_view model;
  int size;
};
constexpr std::array<Program, 4> programs = {{
    {"readers", 13},
    {"lastzero", 13},
    {"indexer", 15},
    {"filesystem", 22},
}};

void keep_faster(Measured& best, const Measured& other) {
  if (other.seconds < best.seconds) best = other;
}

int run(const TableOptions& options) {
  const Table table("event against optimal, without handlers",
                    {{"program", 18},
                     {"executions", 11},
                     {"optimal, CPU s", 14},
                     {"event, CPU s", 14},
                     {"overhead", 9}},
                    options.markdown);
  table.print_head();
  for (const Program& program : programs) {
    const std::string name = fmt::format("{}({})", program.model, program.size);
    if (!is_wanted(options, name)) continue;
    const auto measure_with = [&](AlgorithmName algorithm) {
      return measure(
          {fmt::format("source_sets/{}", program.model), {{"N", program.size}}, algorithm},
          options.limit_seconds);
    };
    Measured optimal = measure_with(AlgorithmName::optimal);
    Measured event = measure_with(AlgorithmName::event);
    for (int i = 1; i < repetitions; ++i) {
      keep_faster(optimal, measure_with(AlgorithmName::optimal));
      keep_faster(event, measure_with(AlgorithmName::event));
    }
    table.print_row({name, count_of(optimal, optimal.executions), seconds_of(optimal),
                     seconds_of(event),
                     fmt::format("{:+.1f} %", 100 * (event.seconds / optimal.seconds - 1))});
  }
  return 0;
}

}  // namespace
}  // namespace mazurka::bench

int main(int argc, char** argv) {
  using namespace mazurka::bench;
  return run(parse_options(argc, argv, "The overhead of event over optimal without handlers"));
}
