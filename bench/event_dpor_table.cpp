// The programs of [EventDpor]: measured counts next to the correct ones, and the time next to that
// of the published implementation.
#include <algorithm>
#include <array>
#include <optional>

#include <fmt/format.h>

#include "measure/measured_run.h"
#include "measure/table.h"

namespace mazurka::bench {
namespace {

// The results of the published implementation of an algorithm on a machine like the one used here.
struct Published {
  std::uint64_t executions = 0;  // correct number (for db-cache, not the published one); 0: not run
  double seconds = 0;            // 0: unknown
  bool at_least = false;         // it was stopped after this time
  bool from_paper = false;       // on the paper's machine, about twice as fast
};

struct Row {
  std::string_view program;
  std::string_view model;
  std::vector<model::Define> defines;
  Published event;
  Published optimal;
};

constexpr bool stopped = true;
constexpr bool paper = true;

const std::vector<Row>& rows() {
  static const std::vector<Row> table = {
      {"writers(6)", "writers", {{"N", 6}}, {720, 0.7}, {720, 0.5}},
      {"writers(8)", "writers", {{"N", 8}}, {40'320, 48}, {40'320, 27}},
      {"posters(4)", "posters", {{"N", 4}}, {2'520, 2.8}, {2'520, 2.0}},
      {"posters(5)", "posters", {{"N", 5}}, {113'400, 142, stopped}, {113'400, 84}},
      {"2PC(6)", "two_phase_commit", {{"N", 6}}, {1'440, 4.5}, {1'440, 2.8}},
      {"2PC(7)", "two_phase_commit", {{"N", 7}}, {10'080, 44}, {10'080, 19}},
      {"buyers(6)", "buyers", {{"N", 6}}, {720, 0.9}, {720, 0.6}},
      {"buyers(7)", "buyers", {{"N", 7}}, {5'040, 6.4}, {5'040, 3.9}},
      {"ping-pong(6)", "ping_pong", {{"N", 6}}, {3'276, 4.6}, {3'276, 2.6}},
      {"ping-pong(7)", "ping_pong", {{"N", 7}}, {27'252, 44}, {27'252, 22}},
      {"consensus(2)", "consensus", {{"N", 2}}, {4, 0.2}, {4}},
      {"consensus(3)", "consensus", {{"N", 3}}, {125, 0.4}, {216}},
      {"consensus(4)", "consensus", {{"N", 4}}, {50'625, 147, stopped}, {331'776, 145, stopped}},
      {"db-cache(2)", "db_cache", {{"N", 2}}, {32, 0.2}, {4'608, 4.1}},
      {"db-cache(3)", "db_cache", {{"N", 3}}, {1'764, 4.5}, {3'048'192}},
      {"db-cache(4)", "db_cache", {{"N", 4}}, {235'224, 418, false, paper}, {}},
      {"prolific(5)", "prolific", {{"N", 5}}, {30, 0.5}, {120, 0.5}},
      {"prolific(7)", "prolific", {{"N", 7}}, {126, 3.7}, {5'040, 25}},
      {"prolific(9)", "prolific", {{"N", 9}}, {510, 52}, {362'880, 1'363, false, paper}},
      {"sparse-mat(4,3)", "sparse_mat", {{"N", 3}}, {34, 0.3}, {204}},
      {"sparse-mat(4,5)", "sparse_mat", {{"N", 5}}, {1'546, 2.7}, {185'520, 146, stopped}},
      {"sparse-mat(4,7)", "sparse_mat", {{"N", 7}}, {130'922, 234, false, paper}, {}},
      {"mat-mult(4,3,5)", "mat_mult", {{"N", 3}}, {1, 0.3}, {13'824, 42}},
      {"mat-mult(4,4,5)", "mat_mult", {{"N", 4}}, {1, 0.3}, {331'776, 829, false, paper}},
      {"mat-mult(4,5,5)", "mat_mult", {{"N", 5}}, {1, 0.3}, {}},
      {"plb(4)", "plb", {{"N", 4}}, {1, 0.2}, {105, 0.3}},
      {"plb(6)", "plb", {{"N", 6}}, {1, 0.2}, {10'395, 13}},
      {"plb(8)", "plb", {{"N", 8}}, {1, 0.2}, {2'027'025, 144, stopped}},
  };
  return table;
}

std::string published_seconds(const Published& published) {
  if (published.seconds == 0) return "–";
  return fmt::format("{}{:g}{}", published.at_least ? "> " : "", published.seconds,
                     published.from_paper ? " (paper)" : "");
}

// Returns how many times faster Mazurka is than the published implementation.
std::string factor(const Measured& measured, const Published& published) {
  if (published.seconds == 0 || measured.is_cut) return "–";
  const double there = published.seconds * (published.from_paper ? 2 : 1);
  const double here = std::max(measured.seconds, 0.001);  // the resolution of the clock
  return fmt::format("{}{:.0f}", published.at_least || measured.seconds < here ? "> " : "",
                     there / here);
}

class EventDporTable {
 public:
  explicit EventDporTable(const TableOptions& options)
      : options_(options),
        table_("Programs of the Event-DPOR paper: executions, blocked ones included",
               {{"program", 16},
                {"algorithm", 9},
                {"executions", 11},
                {"expected", 10},
                {"CPU s", 8},
                {"published s", 12},
                {"factor", 8},
                {"peak", 9}},
               options.markdown) {}

  int run() {
    table_.print_head();
    for (const Row& row : rows()) {
      if (!is_wanted(options_, std::string(row.program))) continue;
      add(row, AlgorithmName::event, row.event);
      if (row.optimal.executions != 0) add(row, AlgorithmName::optimal, row.optimal);
    }
    return wrong_ ? 1 : 0;
  }

 private:
  void add(const Row& row, AlgorithmName algorithm, const Published& published) {
    const Measured measured = measure(
        {fmt::format("event_dpor/{}", row.model), row.defines, algorithm}, options_.limit_seconds);
    const bool differs = !measured.is_cut && measured.all_executions() != published.executions;
    wrong_ = wrong_ || differs;
    table_.print_row({std::string(row.program), std::string(name_of(algorithm)),
                      count_of(measured, measured.all_executions()),
                      with_commas(published.executions) + (differs ? " WRONG" : ""),
                      seconds_of(measured), published_seconds(published),
                      factor(measured, published), memory_of(measured)});
  }

  TableOptions options_;
  Table table_;
  bool wrong_ = false;
};

}  // namespace
}  // namespace mazurka::bench

int main(int argc, char** argv) {
  using namespace mazurka::bench;
  return EventDporTable(parse_options(argc, argv, "Counts and times beside those of Event-DPOR"))
      .run();
}
