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

// Returns where the first operation is that the published Event-DPOR refuses, or an empty text.
// Nothing may have run by then, because a model is refused for what its code contains.
std::string refused_at(const std::string& source) {
  const auto program = model::load(source, "paper.mzk");
  int executions = 0;
  ExploreOptions options;
  options.on_execution = [&](const Execution& /*execution*/, const Ending& /*ending*/) {
    ++executions;
  };
  try {
    (void)explore(*program, *make_algorithm(AlgorithmName::event_paper, {}), options);
  } catch (const UserError& error) {
    EXPECT_EQ(executions, 0) << source;
    return error.where;
  }
  return {};
}

TEST(PublishedEventDporClass, RefusesFifoHandlersBeforeAnythingRuns) {
  EXPECT_EQ(refused_at("handler h fifo; message m {} thread t { post m to h; }"), "paper.mzk:1:9");
}

// The place is never reached: the task that contains it is not created in the first execution, or
// never.
TEST(PublishedEventDporClass, RefusesOperationsThatThePaperDoesNotHaveBeforeAnythingRuns) {
  const std::string head =
      "var x; lock l; cond c; handler h;\n"
      "message m { if (x == 1) { spawn late(); } }\n"
      "thread t { post m to h; x = 1; }\n"
      "thread late() {\n";
  for (const char* const operation :
       {"lock(l);", "unlock(l);", "let r = trylock(l);", "wait(c, l);", "signal(c);",
        "broadcast(c);", "await x == 1;", "let r = choose(2);", "send a to self;",
        "receive { after => ; }", "post m to h when x == 1;"}) {
    EXPECT_TRUE(refused_at(head + operation + "\n}\n").starts_with("paper.mzk:5:")) << operation;
  }
  EXPECT_EQ(refused_at("thread t {\n  receive { a => ; }\n}\nthread u() { send a to self; }"),
            "paper.mzk:2:3");
}

TEST(PublishedEventDporClass, NamesTheFirstPlaceInTheText) {
  EXPECT_EQ(refused_at("var x; lock l;\nthread t {\n  x = 1;\n  await x == 1;\n  lock(l);\n}\n"
                       "thread u { await x == 1; }\n"),
            "paper.mzk:4:3");
}

TEST(PublishedEventDporClass, HasTheOperationsOfThePaper) {
  EXPECT_EQ(refused_at("var x; handler h;\n"
                       "message m { let r = x; x = fetch_add(x, 1); assume r < 7; }\n"
                       "thread t { post m to h; let u = spawn s(1); join u; }\n"
                       "thread s(v) { post m to h delayed; let b = cas(x, v, 2); }\n"),
            "");
}

}  // namespace
}  // namespace mazurka::litmus
