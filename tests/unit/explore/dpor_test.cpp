#include <string>

#include <gtest/gtest.h>

#include "explore/algorithms.h"
#include "explore/explorer.h"
#include "explore/mutations.h"
#include "program/model/model.h"

namespace mazurka {
namespace {

struct Counts {
  std::uint64_t executions = 0;  // sleep-set blocked ones included
  std::uint64_t traces = 0;
};

Counts count(const std::string& source, const AlgorithmOptions& options = {}) {
  const auto program = model::load(source, "m.mzk");
  const auto algorithm = make_algorithm(AlgorithmName::dpor, options);
  ExploreOptions explore_options;
  explore_options.keep_going = true;
  explore_options.count_traces = true;
  const Summary summary = explore(*program, *algorithm, explore_options);
  return {summary.maximal_executions() + summary.sleep_set_blocked,
          summary.distinct_traces.value_or(0)};
}

// Each reader first reads a variable of its own, and then x.
std::string writer_and_readers(int readers) {
  std::string source = "var x, own[" + std::to_string(readers) + "]; thread writer { x = 1; }";
  for (int i = 0; i < readers; ++i)
    source +=
        " thread r" + std::to_string(i) + " { let a = own[" + std::to_string(i) + "]; let b = x; }";
  return source;
}

// The Classic column of Table 4 in [SourceSets17]: 5 for 2 readers, 3,281 for 8.
TEST(Dpor, RunsTwoToTheNReadersInThreeToTheNByTwo) {
  std::uint64_t power_of_three = 1;
  for (int readers = 1; readers <= 7; ++readers) {
    SCOPED_TRACE(readers);
    power_of_three *= 3;
    const Counts counts = count(writer_and_readers(readers));
    EXPECT_EQ(counts.executions, (power_of_three + 1) / 2);
    EXPECT_EQ(counts.traces, 1u << readers);
  }
}

// If a sleeping task counts as the one that reverses a race, the state never learns which other
// tasks race with the sleeping one: the trace r1, writer, r0 is missing.
TEST(Dpor, WouldMissATraceIfSleepingTasksReversedRaces) {
  const WithMutations faults({.trusts_sleepers = true});
  EXPECT_EQ(count(writer_and_readers(2)).traces, 3u);
}

TEST(Dpor, FindsTheSameTracesWithoutSleepSets) {
  const Counts counts = count(writer_and_readers(3), {.sleep_sets = false});
  EXPECT_EQ(counts.traces, 8u);
  EXPECT_GT(counts.executions, (27u + 1) / 2);
}

// A release and an acquisition of one lock are never enabled in the same state, so they are not
// reversed: two critical sections have two orders, and no execution is redundant.
TEST(Dpor, ReversesAcquisitionsOnly) {
  const Counts counts = count(
      "lock l; var x; thread a { lock(l); x = 1; unlock(l); } thread b { lock(l); x = 2; "
      "unlock(l); }",
      {.sleep_sets = false});
  EXPECT_EQ(counts.executions, 2u);
  EXPECT_EQ(counts.traces, 2u);
}

// The await is disabled before the write, so no task is known to lead to another order: all that
// are enabled are tried. One of them enables the await, another one disables it again.
TEST(Dpor, TriesEverythingBeforeWhatEnablesAnAwait) {
  const std::string source =
      "var x; thread a { await(x == 1); } thread b { x = 1; } thread c { x = 2; }";
  for (const bool sleep_sets : {true, false}) {
    SCOPED_TRACE(sleep_sets);
    // c b a, b a c, and b c with a waiting forever.
    EXPECT_EQ(count(source, {.sleep_sets = sleep_sets}).traces, 3u);
  }
}

TEST(Dpor, TakesAHandlerForALock) {
  const std::string source =
      "var x, y; handler h; thread a { post m() to h; } thread b { post n() to h; }\n"
      "message m() { x = 1; } message n() { y = 1; }";
  EXPECT_EQ(count(source).traces, 2u);
}

}  // namespace
}  // namespace mazurka
