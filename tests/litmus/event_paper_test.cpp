// The published Event-DPOR on the figures of its paper, and on the smallest programs on which it
// misses or repeats traces: models whose comments have a line "// event-paper: ..." say what it
// finds. (Litmus.* holds `event` and brute force against the other lines of the same models.)
#include <fstream>
#include <regex>
#include <sstream>
#include <unordered_set>

#include <gtest/gtest.h>

#include "core/trace_key.h"
#include "core/user_error.h"
#include "explore/algorithms.h"
#include "explore/explorer.h"
#include "litmus/expectations.h"

namespace mazurka::litmus {
namespace {

struct PublishedRun {
  std::size_t traces = 0;
  std::uint64_t executions = 0;
  Bound bound = Bound::none;
  Statistics statistics;

  [[nodiscard]] std::uint64_t count(std::string_view name) const {
    for (const auto& [known, value] : statistics)
      if (known == name) return value;
    ADD_FAILURE() << "no statistic " << name;
    return 0;
  }
};

PublishedRun run_published(const std::string& source, const EventPaperOptions& paper = {}) {
  const auto program = model::load(source, "paper.mzk");
  std::unordered_set<TraceKey> keys;
  ExploreOptions options;
  options.keep_going = true;
  options.on_execution = [&](const Execution& execution, const Ending& /*ending*/) {
    keys.insert(key_of(execution));
  };
  const auto algorithm = make_algorithm(AlgorithmName::event_paper, {.event_paper = paper});
  const Summary summary = explore(*program, *algorithm, options);
  return {keys.size(), summary.maximal_executions(), summary.bound, summary.statistics};
}

struct PublishedCase {
  std::string name;
  std::string source;
  bool passes_leaves = false;
  std::size_t traces = 0;
  std::uint64_t executions = 0;
};

// "// event-paper: 2 traces in 3 executions", "// event-paper past leaves: ..."
std::vector<PublishedCase> published_cases() {
  static const std::regex line(
      R"(// event-paper( past leaves)?: ([0-9]+) traces? in ([0-9]+) executions?)");
  std::vector<PublishedCase> cases;
  for (const Expectation& model : expectations_in("tests/litmus/models")) {
    std::istringstream lines(model.source);
    for (std::string text; std::getline(lines, text);) {
      std::smatch match;
      if (std::regex_match(text, match, line))
        cases.push_back({model.name + (match[1].matched ? "_past_leaves" : ""), model.source,
                         match[1].matched, std::stoull(match[2]), std::stoull(match[3])});
    }
  }
  return cases;
}

class PublishedEventDpor : public testing::TestWithParam<PublishedCase> {};

TEST_P(PublishedEventDpor, FindsWhatTheModelSays) {
  for (const bool as_implemented : {false, true}) {
    if (as_implemented && !GetParam().name.starts_with("event_dpor_fig")) continue;
    SCOPED_TRACE(as_implemented);
    EventPaperOptions paper;
    paper.as_implemented = as_implemented;
    paper.passes_leaves = GetParam().passes_leaves;
    const PublishedRun run = run_published(GetParam().source, paper);
    EXPECT_EQ(run.traces, GetParam().traces);
    EXPECT_EQ(run.executions, GetParam().executions);
    EXPECT_EQ(run.bound, Bound::published);  // never "all traces explored"
  }
}

INSTANTIATE_TEST_SUITE_P(Models, PublishedEventDpor, testing::ValuesIn(published_cases()),
                         [](const auto& tested) { return tested.param.name; });

// Three writes by three messages of one handler: 3! orders. Each reversal has to pass a message
// that was explored first and conflicts: the happens-before check decides.
TEST(PublishedEventDporTests, AreCounted) {
  const PublishedRun run = run_published(R"(
      var x;
      handler h;
      thread t { post a to h; post b to h; post c to h; }
      message a { x = 1; }
      message b { x = 2; }
      message c { x = 3; })");
  EXPECT_EQ(run.traces, 6u);
  EXPECT_EQ(run.executions, 6u);
  EXPECT_GT(run.count("redundancy test 2, happens-before: no"), 0u);
  EXPECT_EQ(run.count("redundancy test 4, decision procedure: no"), 0u);
}

TEST(PublishedEventDporClass, RefusesFifoHandlersBeforeAnythingRuns) {
  EXPECT_THROW((void)run_published("handler h fifo; message m {} thread t { post m to h; }"),
               UserError);
}

TEST(PublishedEventDporClass, NamesThePlaceOfAnOperationThatThePaperDoesNotHave) {
  try {
    (void)run_published("lock l;\nthread t {\n  lock(l);\n  unlock(l);\n}\n");
    FAIL() << "not refused";
  } catch (const UserError& error) {
    EXPECT_EQ(error.where, "paper.mzk:3:3");
  }
}

}  // namespace
}  // namespace mazurka::litmus
