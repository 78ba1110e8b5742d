// Tables 1 and 2 of [Robustness17], beside the paper's figures. The models are written from the
// case studies that the authors published with their tool (robustness-checker): the events of each
// row, in the order of its driver, and what these do with shared fields. The paper analyses
// instrumented Java code with Java Pathfinder, so times and counts are not comparable, but verdicts
// are. Table 2 numbers its rows only. Rows 4 and 5 of irccloud are those with the drivers
// SerSelectBufferBack and SerSendBack: the drivers stand in alphabetical order, and no other has as
// many accesses (2,110 and 902; 140 to 147 where preferences are saved).
#include <array>
#include <chrono>
#include <fstream>
#include <iterator>

#include <fmt/format.h>

#include "explore/robust/robustness.h"
#include "measure/table.h"
#include "program/model/model.h"
#include "report/robust_report.h"

namespace mazurka::bench {
namespace {

struct PaperRow {
  std::string_view table;
  std::string_view program;  // the app, and the event handler or the sequence of events
  std::string_view model;    // its folder and name
  int row;                   // -D ROW, if the model has several; otherwise 0
  std::string_view
      verdict;  // the paper's: "Y" if deterministic or serialisable; "-" if not decided
  std::string_view time;
  std::string_view bug;  // Table 2: whether the paper calls it a bug
};

constexpr std::array<PaperRow, 39> rows = {{
    {"1", "aarddict: create activity", "robust_apps/scan_card", 0, "Y", "0:01", ""},
    {"1", "aarddict: lookup word", "examples/dictionary", 0, "Y", "< 1s", ""},
    {"1", "aarddict: scan sd", "robust_apps/scan_card", 0, "Y", "< 1s", ""},
    {"1", "apphangar: select item", "robust_apps/app_list", 0, "Y", "< 1s", ""},
    {"1", "apphangar: update icon pack", "examples/icon_pack", 0, "N", "0:33", ""},
    {"1", "bookworm: generate cover", "robust_apps/book_form", 1, "Y", "< 1s", ""},
    {"1", "bookworm: retrieve cover", "robust_apps/book_form", 2, "Y", "< 1s", ""},
    {"1", "bookworm: save edits", "robust_apps/book_form", 3, "Y", "< 1s", ""},
    {"1", "bookworm: search book", "examples/book_search", 0, "Y", "< 1s", ""},
    {"1", "grtgtfs: fav stops", "robust_apps/favourite_stops", 0, "Y", "< 1s", ""},
    {"1", "grtgtfs: process bustimes", "robust_apps/bus_times", 0, "Y", "< 1s", ""},
    {"1", "grtgtfs: search route", "robust_apps/transit_search", 2, "Y", "< 1s", ""},
    {"1", "grtgtfs: search stop", "robust_apps/transit_search", 4, "Y", "0:01", ""},
    {"1", "irccloud: save prefs", "robust_apps/preferences", 1, "Y", "< 1s", ""},
    {"1", "irccloud: save settings", "robust_apps/preferences", 2, "Y", "< 1s", ""},
    {"1", "irccloud: select buffer", "robust_apps/message_activity", 4, "Y", "8:04", ""},
    {"1", "irccloud: send message", "robust_apps/send_and_write", 0, "Y", "< 1s", ""},
    {"1", "vlille: load stations", "examples/bike_stations", 0, "Y", "0:01", ""},
    {"1", "vlille: load favorites", "robust_apps/station_lists", 1, "Y", "< 1s", ""},
    {"1", "vlille: update stations", "robust_apps/station_lists", 2, "Y", "0:01", ""},
    {"2", "aarddict 1", "examples/dictionary", 0, "N", "23:12", "Y"},
    {"2", "aarddict 2", "robust_apps/scan_card", 0, "N", "1:42", "Y"},
    {"2", "bookworm 1", "robust_apps/book_form", 1, "Y", "0:42", "-"},
    {"2", "bookworm 2", "robust_apps/book_form", 2, "Y", "0:33", "-"},
    {"2", "bookworm 3", "robust_apps/book_form", 3, "Y", "33:51", "-"},
    {"2", "bookworm 4", "examples/book_search", 0, "N", "0:08", "Y"},
    {"2", "grtgtfs 1", "robust_apps/transit_search", 1, "Y", "2:04", "-"},
    {"2", "grtgtfs 2", "robust_apps/transit_search", 2, "-", "> 1h", "-"},
    {"2", "grtgtfs 3", "robust_apps/transit_search", 3, "Y", "0:02", "-"},
    {"2", "grtgtfs 4", "robust_apps/transit_search", 4, "N", "1:21", "N"},
    {"2", "irccloud 1", "robust_apps/preferences", 1, "Y", "2:55", "-"},
    {"2", "irccloud 2", "robust_apps/preferences", 2, "Y", "0:10", "-"},
    {"2", "irccloud 3", "robust_apps/preferences", 3, "Y", "8:51", "-"},
    {"2", "irccloud 4", "robust_apps/message_activity", 4, "-", "> 1h", "-"},
    {"2", "irccloud 5", "robust_apps/message_activity", 5, "-", "> 1h", "-"},
    {"2", "irccloud 6", "examples/chat_client", 0, "N", "5:28", "Y"},
    {"2", "irccloud 7", "robust_apps/send_and_write", 0, "N", "0:59", "Y"},
    {"2", "vlille 1", "examples/bike_stations", 0, "N", "3:05", "Y"},
    {"2", "vlille 2", "examples/cancelled_task", 0, "N", "28:52", "N"},
}};

struct Measured {
  RobustSummary summary;
  double seconds = 0;
};

Measured measured(const PaperRow& row, RobustMethod method, double limit) {
  const std::string_view folder = row.model.substr(0, row.model.find('/'));
  const std::string_view name = row.model.substr(folder.size() + 1);
  const std::string path = folder == "examples" ? "../../examples/robust" : std::string(folder);
  std::ifstream file(fmt::format("{}/{}/{}.mzk", MAZURKA_BENCH_MODELS, path, name));
  const std::string source{std::istreambuf_iterator<char>(file), {}};
  std::vector<model::Define> defines;
  if (row.row != 0) defines.push_back({"ROW", row.row});
  const auto program = model::load(source, std::string(name), defines);
  RobustOptions options;
  options.method = method;
  options.explore.timeout_seconds = limit;
  const auto begin = std::chrono::steady_clock::now();
  Measured result{check_robustness(*program, options), 0};
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return result;
}

// Returns the verdict of the property that the table is about: of the worst event, or of the
// program.
RobustVerdict verdict_in(const PaperRow& row, const RobustSummary& summary) {
  if (row.table == "2") return summary.serialisability;
  RobustSummary events_only = summary;
  events_only.serialisability = RobustVerdict::holds;
  return verdict_of(events_only);
}

// The paper decides by conflicts, so a benign conflict is a "N" there. It calls rows bugs whose
// states show it.
std::string comparison(const PaperRow& row, RobustVerdict verdict) {
  const bool holds = verdict == RobustVerdict::holds;
  if (row.verdict == "-") return "differs: the paper's tool did not finish within an hour";
  if (holds != (row.verdict == "Y")) return "differs: the model decides otherwise";
  if (row.bug == "N" && verdict == RobustVerdict::violated)
    return "differs: by states it is a violation, which the paper does not call a bug";
  if (row.bug == "Y" && verdict == RobustVerdict::benign)
    return "differs: by states it is benign, the paper calls it a bug";
  return "same";
}

int run(const TableOptions& options) {
  const Table table("Robustness: Tables 1 and 2 of [Robustness17]",
                    {{"table", 6},
                     {"row", 30},
                     {"paper", 6},
                     {"time (m:s)", 11},
                     {"verdict", 10},
                     {"runs", 6},
                     {"s", 7},
                     {"sequential runs", 16},
                     {"s", 7},
                     {"comparison", 40}},
                    options.markdown);
  table.print_head();
  for (const PaperRow& row : rows) {
    if (!is_wanted(options, std::string(row.program))) continue;
    const Measured explored = measured(row, RobustMethod::explore, options.limit_seconds);
    const Measured sequential = measured(row, RobustMethod::sequential, options.limit_seconds);
    const RobustVerdict verdict = verdict_in(row, explored.summary);
    table.print_row({std::string(row.table), std::string(row.program), std::string(row.verdict),
                     std::string(row.time), std::string(name_of(verdict)),
                     std::to_string(explored.summary.executions),
                     fmt::format("{:.3f}", explored.seconds),
                     std::to_string(sequential.summary.executions),
                     fmt::format("{:.3f}", sequential.seconds), comparison(row, verdict)});
  }
  return 0;
}

}  // namespace
}  // namespace mazurka::bench

int main(int argc, char** argv) {
  using namespace mazurka::bench;
  return run(parse_options(argc, argv, "Tables 1 and 2 of the robustness paper"));
}
