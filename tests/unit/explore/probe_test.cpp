#include "explore/prediction/probe.h"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "explore/algorithms.h"
#include "explore/explorer.h"
#include "unit/explore/recorded_run.h"

namespace mazurka {
namespace {

constexpr std::uint64_t max_steps = 1000;

constexpr std::string_view two_writers_model = R"(
  var x, y;
  thread t1 { x = 1; y = 1; }
  thread t2 { x = 2; })";

// Returns the key of the trace that starts with these choices and continues in the natural order.
TraceKey key_after(Program& program, const std::vector<Choice>& choices) {
  Execution execution(program.registry(), Relation::events);
  program.restart();
  for (const Choice& choice : choices) execution.push(*program.step(choice));
  while (!program.enabled().empty())
    execution.push(*program.step(FreeChoice(0).pick(program.enabled(), execution)));
  return key_of(execution);
}

TEST(Probe, OfAWholeExecutionIsItsTrace) {
  RecordedRun run(two_writers_model);
  const FreeChoice free_choice(0);
  Behaviour behaviour(run.program->registry());
  Probe probe(*run.program, run.execution, free_choice, behaviour, max_steps);
  EXPECT_EQ(probe.run({.prefix = run.execution.size()}, run.analysed()), run.key);
  EXPECT_EQ(probe.run({.prefix = 0, .order = {0, 1, 2}}, run.analysed()), run.key);
}

// Swapping independent events does not change the trace: here y = 1 runs after x = 2.
TEST(Probe, DoesNotDependOnTheOrderOfIndependentEvents) {
  RecordedRun run(two_writers_model);
  const FreeChoice free_choice(0);
  Behaviour behaviour(run.program->registry());
  Probe probe(*run.program, run.execution, free_choice, behaviour, max_steps);
  EXPECT_EQ(probe.run({.prefix = 1, .order = {2, 1}}, run.analysed()), run.key);
}

// x = 2 goes first, which is another trace. The probe must find the trace that the program really
// runs.
TEST(Probe, RunsTheLastStepAndContinuesFreely) {
  RecordedRun run(two_writers_model);
  const Step last = run.execution[2];
  const FreeChoice free_choice(0);
  Behaviour behaviour(run.program->registry());
  Probe probe(*run.program, run.execution, free_choice, behaviour, max_steps);
  const TraceKey key = probe.run({.prefix = 0, .last = last}, run.analysed());
  EXPECT_NE(key, run.key);
  EXPECT_EQ(key, key_after(*run.program, {last.as_choice()}));
}

// Every trace is one that brute force finds, and the same prefix and seed always yield the same
// trace.
TEST(Probe, ContinuesAsTheSeedSays) {
  const std::string_view source = R"(
    var x;
    thread t1 { x = 1; }
    thread t2 { x = 2; }
    thread t3 { x = 3; })";
  RecordedRun run(source);
  const Step last = run.execution[2];
  std::set<TraceKey> keys;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const FreeChoice free_choice(seed);
    Behaviour behaviour(run.program->registry());
    Probe probe(*run.program, run.execution, free_choice, behaviour, max_steps);
    const TraceKey key = probe.run({.prefix = 0, .last = last}, run.analysed());
    EXPECT_EQ(probe.run({.prefix = 0, .last = last}, run.analysed()), key);
    keys.insert(key);
  }
  std::set<TraceKey> all;
  for_each_execution(*run.program, [&](const std::vector<TraceKey>& hashes) {
    TraceKey key;
    for (const TraceKey& hash : hashes) key += hash;
    all.insert(key);
  });
  EXPECT_EQ(keys.size(), 2u);  // t3 runs first; the other two run in either order
  for (const TraceKey& key : keys) EXPECT_TRUE(all.contains(key));
}

TEST(Probe, CountsItsRunsAndTheirEvents) {
  RecordedRun run(two_writers_model);
  const FreeChoice free_choice(0);
  Behaviour behaviour(run.program->registry());
  Probe probe(*run.program, run.execution, free_choice, behaviour, max_steps);
  EXPECT_EQ(probe.runs(), 0u);
  (void)probe.run({.prefix = 0, .last = run.execution[2]}, run.analysed());
  (void)probe.run({.prefix = 1, .order = {1}, .last = run.execution[2]}, run.analysed());
  EXPECT_EQ(probe.runs(), 2u);
  EXPECT_EQ(probe.events(), 6u);
}

// Whether t2 enters its loop depends on the order. The probe must terminate in either case.
TEST(Probe, CutsOffARunWithoutEnd) {
  RecordedRun run(R"(
    var x;
    thread t1 { x = 1; }
    thread t2 { while (x == 0) { x = 0; } })");
  const Step last = run.execution[1];
  const FreeChoice free_choice(0);
  Behaviour behaviour(run.program->registry());
  Probe probe(*run.program, run.execution, free_choice, behaviour, max_steps);
  EXPECT_NE(probe.run({.prefix = 0, .last = last}, run.analysed()), run.key);
  EXPECT_EQ(probe.events(), max_steps);
}

// The key of a prefix is not the key of a trace, so a probe must not stop before an execution
// would.
TEST(Probe, IsAsLongAsAnExecutionMayBe) {
  RecordedRun run("var x; thread t1 { for i in 0 .. 20 { x = i; } } thread t2 { x = 2; }");
  const Step last = run.execution[run.execution.size() - 1];
  const FreeChoice free_choice(0);
  Behaviour behaviour(run.program->registry());
  const TraceKey expected = key_after(*run.program, {last.as_choice()});
  const Position length = run.execution.size();
  Probe long_enough(*run.program, run.execution, free_choice, behaviour, length);
  EXPECT_EQ(long_enough.run({.prefix = 0, .last = last}, run.analysed()), expected);
  Probe too_short(*run.program, run.execution, free_choice, behaviour, length - 1);
  EXPECT_NE(too_short.run({.prefix = 0, .last = last}, run.analysed()), expected);
}

// --max-steps limits probes as well as executions. Three candidates end in endless loops, and only
// one of them is explored right away.
TEST(Probe, OfEventDporEndsWhereAnExecutionEnds) {
  const auto program = model::load(R"(
      var x; handler h, g, k;
      thread t1 { post m to h; post m to g; post m to k; x = 1; }
      message m { while (x == 0) { x = 0; } })",
                                   "test.mzk");
  const auto algorithm = make_algorithm(AlgorithmName::event, {});
  const Summary summary = explore(*program, *algorithm, {.max_steps = 50});
  EXPECT_EQ(summary.bound, Bound::steps);
  const auto count = [&](std::string_view name) {
    const auto entry = std::ranges::find_if(
        summary.statistics, [&](const auto& statistic) { return statistic.first == name; });
    return entry == summary.statistics.end() ? std::uint64_t{0} : entry->second;
  };
  EXPECT_GT(count("probes that are not executions"), 0u);
  EXPECT_LE(count("events in probes"), 50 * count("probes that are not executions"));
}

}  // namespace
}  // namespace mazurka
