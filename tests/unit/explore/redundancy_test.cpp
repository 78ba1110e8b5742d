#include "explore/redundancy/redundancy.h"

#include <gtest/gtest.h>

#include "core/invariant.h"
#include "explore/checkpoint_io.h"
#include "explore/messages/kept_sets.h"
#include "explore/race/find_reversals.h"
#include "unit/explore/recorded_run.h"

namespace mazurka {
namespace {

// One run of a program, and the candidates of its reversals.
struct Analysis {
  explicit Analysis(std::string_view source, bool predicts = true)
      : run(source), redundancy(*run.program, run.execution, free_choice, options(predicts)) {
    EXPECT_TRUE(redundancy.record_trace({.is_probe = true}));
    begin_execution();
  }
  // Runs another execution, whose trace was not known before.
  void explore(std::initializer_list<std::uint32_t> tasks) {
    redundancy.take_back_to(0);
    run.execution.truncate(0);
    run.program->restart();
    for (const std::uint32_t task : tasks)
      run.execution.push(*run.program->step({.task = TaskId{task}}));
    EXPECT_TRUE(redundancy.record_trace({.is_probe = false}));
    begin_execution();
  }
  void begin_execution() {
    redundancy.begin_execution();
    sets.begin_execution(0);
    ReversalFinder finder(run.execution, *run.program, LastStep::open);
    reversals.clear();
    for (Position i = 0; i < run.execution.size(); ++i) finder.find_into(i, reversals);
  }
  [[nodiscard]] static Redundancy::Options options(bool predicts) {
    return {.predicts = predicts, .max_steps = 1000};
  }

  // Returns the only candidate of the reversal with its last step set. REQUIRES: there is exactly
  // one.
  [[nodiscard]] Candidate candidate_of(const Reversal& reversal) {
    sets.begin(reversal);
    sets.find();
    EXPECT_EQ(sets.found().size(), 1u);
    Candidate candidate = sets.found().front();
    redundancy.begin_set(reversal, candidate);
    candidate.last = reversal.later;
    return candidate;
  }

  // Collects the candidates of all reversals.
  void collect_all() {
    for (const Reversal& reversal : reversals) {
      Candidate candidate = candidate_of(reversal);
      if (!redundancy.is_known(reversal, candidate)) redundancy.collect(candidate);
    }
  }

  [[nodiscard]] std::uint64_t statistic(std::string_view name) const {
    std::vector<std::pair<std::string, std::uint64_t>> all;
    redundancy.add_statistics(all);
    for (const auto& [each, count] : all)
      if (each == name) return count;
    ADD_FAILURE() << "no statistic " << name;
    return 0;
  }

  RecordedRun run;
  FreeChoice free_choice{0};
  Redundancy redundancy;
  KeptSets sets{run.execution};
  std::vector<Reversal> reversals;
};

// One race, of x = 1 with x = 2.
constexpr std::string_view one_race = "var x; thread t1 { x = 1; } thread t2 { x = 2; }";
// Two independent races.
constexpr std::string_view two_races =
    "var x, y; thread t1 { x = 1; } thread t2 { x = 2; } thread t3 { y = 1; } thread t4 { y = 2; }";

TEST(Redundancy, ATraceIsNewOnce) {
  Analysis analysis(one_race);
  analysis.redundancy.take_back_to(0);
  EXPECT_FALSE(analysis.redundancy.record_trace({.is_probe = true}));
  EXPECT_EQ(analysis.statistic("candidates redundant: probe reached a known trace"), 1u);
}

// Question 1: has this reversal or this candidate been seen recently?
TEST(Redundancy, AReversalIsSeenTheSecondTime) {
  Analysis analysis(one_race);
  ASSERT_EQ(analysis.reversals.size(), 1u);
  const Reversal& reversal = analysis.reversals.front();
  analysis.sets.begin(reversal);
  EXPECT_FALSE(analysis.redundancy.is_seen(reversal, analysis.sets.all()));
  EXPECT_TRUE(analysis.redundancy.is_seen(reversal, analysis.sets.all()));
}

TEST(Redundancy, ACandidateIsSeenTheSecondTime) {
  Analysis analysis(one_race);
  Candidate candidate = analysis.candidate_of(analysis.reversals.front());
  EXPECT_FALSE(analysis.redundancy.is_known(analysis.reversals.front(), candidate));
  EXPECT_TRUE(analysis.redundancy.is_known(analysis.reversals.front(), candidate));
  EXPECT_EQ(analysis.statistic("candidates redundant: already seen"), 1u);
}

// The kept events of a reversal, followed by the event that it moved away, are a part of the
// execution.
TEST(Redundancy, TheWayBackIsSeen) {
  Analysis analysis(one_race);
  const Reversal& reversal = analysis.reversals.front();
  Candidate candidate = analysis.candidate_of(reversal);
  candidate.last = analysis.run.execution[reversal.earlier];
  EXPECT_TRUE(analysis.redundancy.is_known(reversal, candidate));
}

// Question 2: reversing the race on y changes the same events in either order on x. The first
// execution shows where this leads, so it need not be predicted for the others.
TEST(Redundancy, AKnownChangeLeadsToAKnownTrace) {
  Analysis analysis(two_races);
  analysis.collect_all();
  EXPECT_EQ(analysis.redundancy.new_candidates().size(), 2u);
  const auto changed = [&] {
    return analysis.statistic("candidates redundant: known change to a known trace");
  };
  analysis.explore({0, 1, 3, 2});  // y reversed
  analysis.collect_all();          // x, and the reversal back
  EXPECT_EQ(changed(), 0u);        // the trace with both reversed is not known yet
  EXPECT_EQ(analysis.redundancy.new_candidates().size(), 1u);
  analysis.explore({1, 0, 2, 3});  // x reversed
  analysis.collect_all();          // y, and the reversal back
  EXPECT_EQ(changed(), 1u);
  EXPECT_TRUE(analysis.redundancy.new_candidates().empty());
}

// Question 3: control flow does not depend on values, so each prediction is exact.
TEST(Redundancy, PredictionFindsNewTracesWithoutProbes) {
  Analysis analysis(two_races);
  analysis.collect_all();
  EXPECT_EQ(analysis.redundancy.new_candidates().size(), 2u);
  EXPECT_EQ(analysis.redundancy.undecided(), nullptr);
  EXPECT_EQ(analysis.statistic("probes that are not executions"), 0u);
  // When asked again, the candidates are known.
  EXPECT_EQ(analysis.redundancy.new_candidates().size(), 0u);
  EXPECT_EQ(analysis.statistic("candidates redundant: predicted trace already known"), 2u);
}

// Question 4: without predictions, all candidates are probed except the one that
// leaves the execution last.
TEST(Redundancy, ProbesAllButOneCandidate) {
  Analysis analysis(two_races, /*predicts=*/false);
  analysis.collect_all();
  const auto found = analysis.redundancy.new_candidates();
  ASSERT_EQ(found.size(), 1u);
  Candidate* const undecided = analysis.redundancy.undecided();
  ASSERT_NE(undecided, nullptr);
  EXPECT_LT(found.front()->prefix, undecided->prefix);
  EXPECT_EQ(analysis.statistic("probes that are not executions"), 1u);
  EXPECT_TRUE(analysis.redundancy.probe_is_new(*undecided));
  EXPECT_FALSE(analysis.redundancy.probe_is_new(*undecided));
}

// If a candidate was inserted after a probe, its execution must end in the trace that the probe
// found.
TEST(Redundancy, ARunThatWasProbedMustLeadToAKnownTrace) {
  RecordedRun run(one_race);
  const FreeChoice free_choice(0);
  Redundancy redundancy(*run.program, run.execution, free_choice, Analysis::options(true));
  EXPECT_THROW((void)redundancy.record_trace({.is_probe = false}), InvariantError);
}

// A trace that was predicted but never explored shows that a prediction was wrong.
TEST(Redundancy, NoticesAPredictedTraceThatWasNotExplored) {
  Analysis analysis(one_race);
  analysis.redundancy.check_that_all_is_explored();
  EXPECT_FALSE(analysis.redundancy.prediction_failed());
  analysis.collect_all();
  EXPECT_EQ(analysis.redundancy.new_candidates().size(), 1u);
  EXPECT_TRUE(analysis.redundancy.is_consistent_with(1, false));
  EXPECT_FALSE(analysis.redundancy.is_consistent_with(2, false));
  EXPECT_FALSE(analysis.redundancy.prediction_failed());
  analysis.redundancy.check_that_all_is_explored();
  EXPECT_TRUE(analysis.redundancy.prediction_failed());
}

TEST(Redundancy, KnowsTheSameTracesAfterACheckpoint) {
  Analysis analysis(two_races);
  analysis.collect_all();
  (void)analysis.redundancy.new_candidates();
  CheckpointWriter writer(analysis.run.program->registry());
  analysis.redundancy.save(writer);
  const std::vector<std::uint64_t> saved = writer.take();
  RecordedRun run(two_races);
  const FreeChoice free_choice(0);
  Redundancy resumed(*run.program, run.execution, free_choice, Analysis::options(true));
  const RestoredNames names;
  CheckpointReader reader(run.program->registry(), names, saved);
  resumed.load(reader, 2);
  reader.require_end();
  EXPECT_TRUE(resumed.is_consistent_with(2, false));
  EXPECT_FALSE(resumed.record_trace({.is_probe = true}));
  resumed.check_that_all_is_explored();
  EXPECT_TRUE(resumed.prediction_failed());  // two traces are still to be explored
}

}  // namespace
}  // namespace mazurka
