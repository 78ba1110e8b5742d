// Every algorithm on every model whose traces were counted by hand (or derived, for the papers'
// programs): the litmus table is the comments of the models.
#include <map>
#include <unordered_set>

#include <gtest/gtest.h>

#include "core/trace_key.h"
#include "explore/algorithms.h"
#include "explore/explorer.h"
#include "litmus/expectations.h"
#include "sanitized.h"

namespace mazurka::litmus {

// For the messages of GoogleTest.
static void PrintTo(const Expectation& expectation, std::ostream* out) {
  *out << expectation.file << " as " << expectation.name;
}

namespace {

// Larger sizes belong to the benchmarks; all tests together stay below 20 s.
constexpr std::uint64_t most_traces = is_sanitized ? 100 : 3'000;
// Up to so many traces every algorithm must come to its end, also when the free choices are
// shuffled. Above, it may give up when it is slow (as with sanitizers): the benchmarks measure
// that.
constexpr std::uint64_t few_traces = 100;
constexpr double most_seconds_for_many_traces = 3;
// Brute force also visits the traces of all prefixes, which can be many where traces are few. Where
// it takes longer than this, the promised count is left to the other algorithms.
constexpr double most_seconds_of_brute_force = 0.7;

struct Counts {
  std::uint64_t executions = 0;
  std::uint64_t begun_in_vain = 0;
  std::uint64_t distinct = 0;
  std::map<EndingKind, std::uint64_t> endings;  // of the distinct ones
  bool given_up = false;                        // not all were counted: out of time
};

Counts count(const Expectation& expectation, AlgorithmName name, AlgorithmOptions options = {},
             double most_seconds = 0) {
  const auto program = model::load(expectation.source, expectation.file, expectation.defines);
  Counts counts;
  std::unordered_set<TraceKey> keys;
  ExploreOptions explore_options;
  explore_options.keep_going = true;
  explore_options.timeout_seconds = most_seconds;
  explore_options.on_execution = [&](const Execution& execution, const Ending& ending) {
    if (keys.insert(key_of(execution)).second) ++counts.endings[ending.kind];
  };
  const Summary summary =
      explore(*program, *make_algorithm_for(*program, name, options), explore_options);
  counts.given_up = summary.bound != Bound::none;
  counts.executions = summary.maximal_executions();
  counts.begun_in_vain = summary.sleep_set_blocked;
  counts.distinct = keys.size();
  return counts;
}

// Seeds of the free choices.
std::vector<std::uint64_t> orders_for(std::uint64_t traces) {
  return traces <= few_traces ? std::vector<std::uint64_t>{0, 1, 2} : std::vector<std::uint64_t>{0};
}

double seconds_for(std::uint64_t traces) {
  return traces <= few_traces ? 0 : most_seconds_for_many_traces;
}

class Litmus : public testing::TestWithParam<Expectation> {
 protected:
  // The count, if the comment has it and it is not too large for this kind of test.
  static std::optional<std::uint64_t> wanted(const std::optional<std::uint64_t>& promised) {
    return promised && *promised <= most_traces ? promised : std::nullopt;
  }

  static Counts count_by_brute_force(bool handlers_as_locks) {
    return count(GetParam(), AlgorithmName::naive,
                 {.naive = {.handlers_as_locks = handlers_as_locks}}, most_seconds_of_brute_force);
  }

  static void expect_endings(Counts& counts) {
    EXPECT_EQ(counts.endings[EndingKind::deadlock], GetParam().deadlocks);
    EXPECT_EQ(counts.endings[EndingKind::blocked], GetParam().blocked);
    EXPECT_EQ(counts.endings[EndingKind::error], GetParam().errors);
  }

  static void expect_each_once(const Counts& counts, std::uint64_t traces) {
    EXPECT_EQ(counts.distinct, traces);
    EXPECT_EQ(counts.executions, traces);
    EXPECT_EQ(counts.begun_in_vain, 0u);
  }
};

TEST_P(Litmus, BruteForceFindsThePromisedTraces) {
  if (const auto traces = wanted(GetParam().traces)) {
    Counts counts = count_by_brute_force(/*handlers_as_locks=*/false);
    if (counts.given_up) GTEST_SKIP() << "too much for brute force";
    expect_each_once(counts, *traces);
    expect_endings(counts);
  }
  if (const auto traces = wanted(GetParam().traces_as_locks)) {
    SCOPED_TRACE("handlers as locks");
    const Counts counts = count_by_brute_force(/*handlers_as_locks=*/true);
    if (counts.given_up) GTEST_SKIP() << "too much for brute force";
    expect_each_once(counts, *traces);
  }
}

TEST_P(Litmus, EventRunsEachTraceExactlyOnce) {
  const auto traces = wanted(GetParam().traces);
  if (!traces) return;
  for (const std::uint64_t order : orders_for(*traces)) {
    SCOPED_TRACE(order);
    Counts counts =
        count(GetParam(), AlgorithmName::event, {.order_seed = order}, seconds_for(*traces));
    if (counts.given_up) GTEST_SKIP() << "too slow";
    expect_each_once(counts, *traces);
    expect_endings(counts);
  }
}

TEST_P(Litmus, OptimalRunsEachTraceAsLocksExactlyOnce) {
  const auto traces = wanted(GetParam().traces_as_locks);
  if (!traces) return;
  for (const std::uint64_t order : orders_for(*traces)) {
    SCOPED_TRACE(order);
    const Counts counts =
        count(GetParam(), AlgorithmName::optimal, {.order_seed = order}, seconds_for(*traces));
    if (counts.given_up) GTEST_SKIP() << "too slow";
    expect_each_once(counts, *traces);
  }
}

TEST_P(Litmus, SourceAndDporMissNoTraceAsLocks) {
  const auto traces = wanted(GetParam().traces_as_locks);
  if (!traces) return;
  for (const AlgorithmName name : {AlgorithmName::source, AlgorithmName::dpor}) {
    SCOPED_TRACE(name_of(name));
    const Counts counts = count(GetParam(), name, {}, seconds_for(*traces));
    if (counts.given_up) GTEST_SKIP() << "too slow";
    EXPECT_EQ(counts.distinct, *traces);
    EXPECT_GE(counts.executions, *traces);
  }
}

std::string test_name(const testing::TestParamInfo<Expectation>& info) { return info.param.name; }

INSTANTIATE_TEST_SUITE_P(Models, Litmus, testing::ValuesIn(expectations_in("tests/litmus/models")),
                         test_name);
INSTANTIATE_TEST_SUITE_P(Examples, Litmus, testing::ValuesIn(expectations_in("examples")),
                         test_name);
INSTANTIATE_TEST_SUITE_P(SourceSets, Litmus,
                         testing::ValuesIn(expectations_in("bench/models/source_sets")), test_name);
INSTANTIATE_TEST_SUITE_P(EventDpor, Litmus,
                         testing::ValuesIn(expectations_in("bench/models/event_dpor")), test_name);

TEST(Expectations, LinesWithTheSameDefinitionsBelongTogether) {
  const auto found = read_expectations("m",
                                       "// Prose about traces: many.\n"
                                       "// traces: 3\n"
                                       "// traces -D N=2 -D M=5: 4\n"
                                       "// blocked -D N=2 -D M=5: 1\n"
                                       "const N = 1;\n"
                                       "const M = 1;\n");
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].name, "m");
  EXPECT_EQ(found[0].traces, 3u);
  EXPECT_EQ(found[0].blocked, 0u);
  EXPECT_EQ(found[1].name, "m_N_2_M_5");
  EXPECT_EQ(found[1].traces, 4u);
  EXPECT_EQ(found[1].blocked, 1u);
}

TEST(Expectations, CountsAsLocksAreTheSameOnlyWithoutHandlers) {
  EXPECT_EQ(read_expectations("m", "// traces: 3\n")[0].traces_as_locks, 3u);
  EXPECT_EQ(read_expectations("m", "// traces: 3\nhandler h;\n")[0].traces_as_locks, std::nullopt);
}

}  // namespace
}  // namespace mazurka::litmus
