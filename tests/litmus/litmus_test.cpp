// Runs every algorithm on every model whose traces were counted by hand (or derived, for the
// papers' programs). The comments of the models contain the expected counts.
#include <atomic>
#include <map>
#include <unordered_set>

#include <gtest/gtest.h>

#include "core/trace_key.h"
#include "explore/algorithms.h"
#include "explore/explorer.h"
#include "litmus/expectations.h"
#include "program/state_view.h"
#include "sanitized.h"

namespace mazurka::litmus {

// Prints the parameter in messages of GoogleTest.
static void PrintTo(const Expectation& expectation, std::ostream* out) {
  *out << expectation.file << " as " << expectation.name;
}

namespace {

// Larger sizes belong to the benchmarks; all tests together stay below 20 s.
constexpr std::uint64_t most_traces = is_sanitized ? 100 : 3'000;
// With up to this many traces, the free choices are also shuffled.
constexpr std::uint64_t few_traces = 100;
// An exploration that takes more runs than this is considered wrong. The limit is a number of runs
// rather than a time, so that the result is the same on every machine.
constexpr std::uint64_t most_runs = 500'000;

struct Counts {
  std::uint64_t executions = 0;
  std::uint64_t redundant = 0;
  std::uint64_t distinct = 0;
  std::unordered_set<std::uint64_t> states;     // final states
  std::map<EndingKind, std::uint64_t> endings;  // counts distinct executions
};

Counts count(const Expectation& expectation, AlgorithmName name, AlgorithmOptions options = {},
             Conflicts conflicts = Conflicts::by_operation) {
  const auto program = model::load(expectation.source, expectation.file, expectation.defines);
  Counts counts;
  std::unordered_set<TraceKey> keys;
  ExploreOptions explore_options;
  explore_options.conflicts = ConflictTable(conflicts);
  explore_options.keep_going = true;
  std::uint64_t runs = 0;
  std::atomic<bool> is_too_long = false;
  explore_options.interrupted = &is_too_long;
  explore_options.between_executions = [&] { is_too_long = ++runs > most_runs; };
  explore_options.on_execution = [&](const Execution& execution, const Ending& ending) {
    if (keys.insert(key_of(execution)).second) ++counts.endings[ending.kind];
    counts.states.insert(program->state_view().state_fingerprint());
  };
  const Summary summary =
      explore(*program, *make_algorithm_for(*program, name, options), explore_options);
  EXPECT_EQ(summary.bound, Bound::none) << "after " << runs << " runs";
  counts.executions = summary.maximal_executions();
  counts.redundant = summary.sleep_set_blocked;
  counts.distinct = keys.size();
  return counts;
}

// Returns the seeds of the free choices.
std::vector<std::uint64_t> orders_for(std::uint64_t traces) {
  return traces <= few_traces ? std::vector<std::uint64_t>{0, 1, 2} : std::vector<std::uint64_t>{0};
}

class Litmus : public testing::TestWithParam<Expectation> {
 protected:
  // Returns the promised count, unless it is missing or too large for this kind of test.
  static std::optional<std::uint64_t> wanted(const std::optional<std::uint64_t>& promised) {
    return promised && *promised <= most_traces ? promised : std::nullopt;
  }

  static void expect_endings(Counts& counts) {
    EXPECT_EQ(counts.endings[EndingKind::deadlock], GetParam().deadlocks);
    EXPECT_EQ(counts.endings[EndingKind::blocked], GetParam().blocked);
    EXPECT_EQ(counts.endings[EndingKind::error], GetParam().errors);
  }

  static void expect_each_once(const Counts& counts, std::uint64_t traces) {
    EXPECT_EQ(counts.distinct, traces);
    EXPECT_EQ(counts.executions, traces);
    EXPECT_EQ(counts.redundant, 0u);
  }
};

class LitmusByBruteForce : public Litmus {
 protected:
  static Counts count_by_brute_force(bool handlers_as_locks) {
    return count(GetParam(), AlgorithmName::naive,
                 {.naive = {.handlers_as_locks = handlers_as_locks}});
  }
};

TEST_P(LitmusByBruteForce, FindsThePromisedTraces) {
  if (const auto traces = wanted(GetParam().traces)) {
    Counts counts = count_by_brute_force(/*handlers_as_locks=*/false);
    expect_each_once(counts, *traces);
    expect_endings(counts);
  }
  if (const auto traces = wanted(GetParam().traces_as_locks)) {
    SCOPED_TRACE("handlers as locks");
    const Counts counts = count_by_brute_force(/*handlers_as_locks=*/true);
    expect_each_once(counts, *traces);
  }
  if (const auto traces = wanted(GetParam().traces_by_effect)) {
    SCOPED_TRACE("by effect");
    expect_each_once(count(GetParam(), AlgorithmName::naive, {}, Conflicts::by_effect), *traces);
  }
}

TEST_P(Litmus, EventRunsEachTraceExactlyOnce) {
  const auto traces = wanted(GetParam().traces);
  if (!traces) return;
  for (const std::uint64_t order : orders_for(*traces)) {
    SCOPED_TRACE(order);
    Counts counts = count(GetParam(), AlgorithmName::event, {.order_seed = order});
    expect_each_once(counts, *traces);
    expect_endings(counts);
  }
}

TEST_P(Litmus, OptimalRunsEachTraceAsLocksExactlyOnce) {
  const auto traces = wanted(GetParam().traces_as_locks);
  if (!traces) return;
  for (const std::uint64_t order : orders_for(*traces)) {
    SCOPED_TRACE(order);
    const Counts counts = count(GetParam(), AlgorithmName::optimal, {.order_seed = order});
    expect_each_once(counts, *traces);
  }
}

TEST_P(Litmus, SourceAndDporMissNoTraceAsLocks) {
  const auto traces = wanted(GetParam().traces_as_locks);
  if (!traces) return;
  for (const AlgorithmName name : {AlgorithmName::source, AlgorithmName::dpor}) {
    SCOPED_TRACE(name_of(name));
    const Counts counts = count(GetParam(), name);
    EXPECT_EQ(counts.distinct, *traces);
    EXPECT_GE(counts.executions, *traces);
  }
}

// By effect, too, each trace is run exactly once, and all final states are reached.
TEST_P(Litmus, TracesByEffectAreRunExactlyOnceAndReachAllStates) {
  const auto traces = wanted(GetParam().traces_by_effect);
  if (!traces || !wanted(GetParam().traces)) return;
  const Counts by_operation = count(GetParam(), AlgorithmName::event);
  for (const std::uint64_t order : orders_for(*traces)) {
    SCOPED_TRACE(order);
    const Counts counts =
        count(GetParam(), AlgorithmName::event, {.order_seed = order}, Conflicts::by_effect);
    expect_each_once(counts, *traces);
    EXPECT_EQ(counts.states, by_operation.states);
  }
  const auto as_locks = wanted(GetParam().traces_by_effect_as_locks);
  if (!as_locks) return;
  for (const AlgorithmName name :
       {AlgorithmName::optimal, AlgorithmName::source, AlgorithmName::dpor}) {
    SCOPED_TRACE(name_of(name));
    const Counts counts = count(GetParam(), name, {}, Conflicts::by_effect);
    if (name == AlgorithmName::optimal) expect_each_once(counts, *as_locks);
    EXPECT_EQ(counts.distinct, *as_locks);
  }
}

// With the published choices and with others: the guarantee must not depend on them.
TEST_P(Litmus, EmVisitsWhatItsPaperPromises) {
  if (!GetParam().em && !GetParam().em_states) return;
  using First = EmDporChoices::First;
  for (const First first : {First::as_recorded, First::same_thread, First::highest}) {
    const Counts counts = count(GetParam(), AlgorithmName::em, {.em = {.first = first}});
    if (GetParam().em) {
      EXPECT_EQ(counts.distinct, *GetParam().em);
    }
    if (GetParam().em_states) {
      EXPECT_EQ(counts.states.size(), *GetParam().em_states);
    }
    EXPECT_EQ(counts.redundant, 0u);
  }
}

std::string test_name(const testing::TestParamInfo<Expectation>& info) { return info.param.name; }

const auto models = expectations_in("tests/litmus/models");
const auto examples = expectations_in("examples");
const auto source_sets = expectations_in("bench/models/source_sets");
const auto event_dpor = expectations_in("bench/models/event_dpor");
const auto messages = expectations_in("bench/models/messages");

INSTANTIATE_TEST_SUITE_P(Models, Litmus, testing::ValuesIn(models), test_name);
INSTANTIATE_TEST_SUITE_P(Examples, Litmus, testing::ValuesIn(examples), test_name);
INSTANTIATE_TEST_SUITE_P(SourceSets, Litmus, testing::ValuesIn(source_sets), test_name);
INSTANTIATE_TEST_SUITE_P(EventDpor, Litmus, testing::ValuesIn(event_dpor), test_name);
INSTANTIATE_TEST_SUITE_P(Messages, Litmus, testing::ValuesIn(messages), test_name);

// Returns the models that brute force can handle. It also visits the traces of all prefixes, which
// can be many even if there are few traces. Models with too many say so.
std::vector<Expectation> for_brute_force(std::vector<Expectation> all) {
  std::erase_if(all, [](const Expectation& each) {
    const bool is_benchmark = each.file.starts_with("bench/");
    return each.too_large_for_brute_force || (is_sanitized && is_benchmark);
  });
  return all;
}

INSTANTIATE_TEST_SUITE_P(Models, LitmusByBruteForce, testing::ValuesIn(for_brute_force(models)),
                         test_name);
INSTANTIATE_TEST_SUITE_P(Examples, LitmusByBruteForce, testing::ValuesIn(for_brute_force(examples)),
                         test_name);
INSTANTIATE_TEST_SUITE_P(SourceSets, LitmusByBruteForce,
                         testing::ValuesIn(for_brute_force(source_sets)), test_name);
INSTANTIATE_TEST_SUITE_P(EventDpor, LitmusByBruteForce,
                         testing::ValuesIn(for_brute_force(event_dpor)), test_name);
INSTANTIATE_TEST_SUITE_P(Messages, LitmusByBruteForce, testing::ValuesIn(for_brute_force(messages)),
                         test_name);

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

TEST(Expectations, SayWhatIsTooLargeForBruteForce) {
  const auto found = read_expectations("m",
                                       "// traces: 3\n"
                                       "// traces -D N=2: 4\n"
                                       "// brute force -D N=2: no\n"
                                       "const N = 1;\n");
  ASSERT_EQ(found.size(), 2u);
  EXPECT_FALSE(found[0].too_large_for_brute_force);
  EXPECT_TRUE(found[1].too_large_for_brute_force);
}

TEST(Expectations, CountsByEffectAreThoseOfThePapersUnlessTheySayMore) {
  const auto same = read_expectations("m", "// traces: 3\n");
  EXPECT_EQ(same[0].traces_by_effect, 3u);
  EXPECT_EQ(same[0].traces_by_effect_as_locks, 3u);
  const auto fewer = read_expectations("m", "// traces: 3\n// traces by effect: 2\n");
  EXPECT_EQ(fewer[0].traces_by_effect, 2u);
  EXPECT_EQ(fewer[0].traces_by_effect_as_locks, 2u);
}

TEST(Expectations, CountsAsLocksAreTheSameOnlyWithoutHandlers) {
  EXPECT_EQ(read_expectations("m", "// traces: 3\n")[0].traces_as_locks, 3u);
  EXPECT_EQ(read_expectations("m", "// traces: 3\nhandler h;\n")[0].traces_as_locks, std::nullopt);
}

}  // namespace
}  // namespace mazurka::litmus
