// All rows of Tables 1–4 of [EventDpor], whose Tables 2–4 repeat and complete Table 1: our counts
// beside the paper's, our time beside the published implementation's.
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
  std::uint64_t executions = 0;  // as in the paper, complete and blocked; 0: not finished there
  double seconds = 0;            // 0: unknown
  bool at_least = false;         // it was stopped after this time
  bool from_paper = false;       // on the paper's machine, about twice as fast
};

struct Row {
  std::string_view tables;  // of the paper
  std::string_view program;
  std::string_view model;
  std::vector<model::Define> defines;
  Published event;
  Published optimal;
  std::uint64_t traces = 0;  // the right number for `event`; 0: the paper's
};

constexpr bool stopped = true;
constexpr bool paper = true;

const std::vector<Row>& rows() {
  static const std::vector<Row> table = {
      {"2",
       "writers(4)",
       "writers",
       {{"N", 4}},
       {24, 0.07, false, paper},
       {24, 0.07, false, paper}},
      {"2", "writers(6)", "writers", {{"N", 6}}, {720, 0.7}, {720, 0.5}},
      {"2", "writers(8)", "writers", {{"N", 8}}, {40'320, 48}, {40'320, 27}},
      {"1, 2",
       "posters(3)",
       "posters",
       {{"N", 3}},
       {90, 0.09, false, paper},
       {90, 0.09, false, paper}},
      {"1, 2", "posters(4)", "posters", {{"N", 4}}, {2'520, 2.8}, {2'520, 2.0}},
      {"1, 2", "posters(5)", "posters", {{"N", 5}}, {113'400, 142, stopped}, {113'400, 84}},
      {"2", "2PC(6)", "two_phase_commit", {{"N", 6}}, {1'440, 4.5}, {1'440, 2.8}},
      {"2", "2PC(7)", "two_phase_commit", {{"N", 7}}, {10'080, 44}, {10'080, 19}},
      {"2",
       "2PC(8)",
       "two_phase_commit",
       {{"N", 8}},
       {80'640, 210.57, false, paper},
       {80'640, 96.56, false, paper}},
      {"1, 3", "buyers(6)", "buyers", {{"N", 6}}, {720, 0.9}, {720, 0.6}},
      {"1, 3", "buyers(7)", "buyers", {{"N", 7}}, {5'040, 6.4}, {5'040, 3.9}},
      {"1, 3",
       "buyers(8)",
       "buyers",
       {{"N", 8}},
       {40'320, 37.7, false, paper},
       {40'320, 23.59, false, paper}},
      {"1, 3", "ping-pong(6)", "ping_pong", {{"N", 6}}, {3'276, 4.6}, {3'276, 2.6}},
      {"1, 3", "ping-pong(7)", "ping_pong", {{"N", 7}}, {27'252, 44}, {27'252, 22}},
      {"1, 3",
       "ping-pong(8)",
       "ping_pong",
       {{"N", 8}},
       {253'296, 299.12, false, paper},
       {253'296, 149.26, false, paper}},
      {"1, 4", "consensus(2)", "consensus", {{"N", 2}}, {4, 0.2}, {4}},
      {"1, 4", "consensus(3)", "consensus", {{"N", 3}}, {125, 0.4}, {216}},
      {"1, 4",
       "consensus(4)",
       "consensus",
       {{"N", 4}},
       {50'625, 147, stopped},
       {331'776, 145, stopped}},
      {"4", "db-cache(2)", "db_cache", {{"N", 2}}, {32, 0.2}, {4'608, 4.1}},
      {"4", "db-cache(3)", "db_cache", {{"N", 3}}, {1'711, 4.5}, {3'048'192}, 1'764},
      {"4", "db-cache(4)", "db_cache", {{"N", 4}}, {218'527, 418, false, paper}, {}, 235'224},
      {"1, 4", "prolific(5)", "prolific", {{"N", 5}}, {30, 0.5}, {120, 0.5}},
      {"1, 4", "prolific(7)", "prolific", {{"N", 7}}, {126, 3.7}, {5'040, 25}},
      {"1, 4", "prolific(9)", "prolific", {{"N", 9}}, {510, 52}, {362'880, 1'363, false, paper}},
      {"1, 4", "sparse-mat(4,3)", "sparse_mat", {{"N", 3}}, {34, 0.3}, {204}},
      {"1, 4", "sparse-mat(4,5)", "sparse_mat", {{"N", 5}}, {1'546, 2.7}, {185'520, 146, stopped}},
      {"1, 4", "sparse-mat(4,7)", "sparse_mat", {{"N", 7}}, {130'922, 234, false, paper}, {}},
      {"4", "mat-mult(4,3,5)", "mat_mult", {{"N", 3}}, {1, 0.3}, {13'824, 42}},
      {"4", "mat-mult(4,4,5)", "mat_mult", {{"N", 4}}, {1, 0.3}, {331'776, 829, false, paper}},
      {"4", "mat-mult(4,5,5)", "mat_mult", {{"N", 5}}, {1, 0.3}, {}},
      {"1, 4", "plb(4)", "plb", {{"N", 4}}, {1, 0.2}, {105, 0.3}},
      {"1, 4", "plb(6)", "plb", {{"N", 6}}, {1, 0.2}, {10'395, 13}},
      {"1, 4", "plb(8)", "plb", {{"N", 8}}, {1, 0.2}, {2'027'025, 144, stopped}},
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
        table_("Tables 1–4 of the Event-DPOR paper: executions, blocked ones included",
               {{"program", 16},
                {"tables", 7},
                {"algorithm", 12},
                {"executions", 11},
                {"paper", 10},
                {"CPU s", 8},
                {"published s", 14},
                {"factor", 8},
                {"peak", 9},
                {"comparison", 12}},
               options.markdown) {}

  int run() {
    table_.print_head();
    for (const Row& row : rows()) {
      if (!is_wanted(options_, std::string(row.program))) continue;
      add(row, AlgorithmName::event, row.event, row.traces);
      add(row, AlgorithmName::event_paper, row.event, 0);
      if (row.optimal.executions != 0) add(row, AlgorithmName::optimal, row.optimal, 0);
    }
    return wrong_ ? 1 : 0;
  }

 private:
  // `traces`: the right number, if it is not the paper's.
  void add(const Row& row, AlgorithmName algorithm, const Published& published,
           std::uint64_t traces) {
    const Measured measured = measure(
        {fmt::format("event_dpor/{}", row.model), row.defines, algorithm}, options_.limit_seconds);
    // The published times are those of the paper's algorithm as `event` replaces it.
    const Published timed = algorithm == AlgorithmName::event_paper ? Published{} : published;
    table_.print_row(
        {std::string(row.program), std::string(row.tables), std::string(name_of(algorithm)),
         count_of(measured, measured.all_executions()), with_commas(published.executions),
         seconds_of(measured), published_seconds(timed), factor(measured, timed),
         memory_of(measured), comparison(row, algorithm, measured, published, traces)});
  }

  // "same", or "differs: why".
  std::string comparison(const Row& row, AlgorithmName algorithm, const Measured& measured,
                         const Published& published, std::uint64_t traces) {
    if (measured.is_cut) return "differs: stopped by --limit";
    const std::uint64_t found = measured.all_executions();
    if (found == published.executions) return "same";
    if (found == (traces != 0 ? traces : row.traces))
      return fmt::format("differs: the published tool misses {} traces",
                         with_commas(found - published.executions));
    // What the published algorithm finds is its own affair; ours has to be right.
    wrong_ = wrong_ || algorithm != AlgorithmName::event_paper;
    return "differs: WRONG";
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
