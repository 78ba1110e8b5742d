#include "explore/redundancy/sequence_keys.h"

#include <map>
#include <set>

#include <gtest/gtest.h>

#include "explore/race/find_reversals.h"
#include "unit/explore/random_model.h"
#include "unit/explore/recorded_run.h"

namespace mazurka {
namespace {

TEST(SequenceKeys, TellCandidatesApartByTheirLastStep) {
  RecordedRun run("var x; thread a { x = 1; } thread b { x = 2; }");
  const SequenceKeys keys(run.execution, run.hashes);
  std::set<TraceKey> seen;
  for (const std::uint32_t task : {0u, 1u})
    for (const std::uint32_t index : {0u, 1u})
      for (const std::uint32_t choice : {0u, 1u}) {
        Step step;
        step.task = TaskId{task};
        step.index = index;
        step.choice = choice;
        EXPECT_TRUE(seen.insert(keys.of_sequence(run.key, step)).second);
      }
  EXPECT_TRUE(seen.insert(run.key).second);
}

// Identifies a candidate by its contents: the set of hashes of the kept events (with their
// causes), and the last step.
using Content =
    std::pair<std::multiset<TraceKey>, std::tuple<TaskId, std::uint32_t, std::uint32_t>>;

// Executions of one program in different orders yield the same candidates repeatedly. Two keys are
// equal if and only if the candidates are equal.
TEST(SequenceKeys, AreEqualForTheSameCandidateOfDifferentExecutions) {
  std::uint32_t repeated = 0;
  for (std::uint64_t model = 1; model <= 10; ++model) {
    RandomModel source(model);
    const std::string text = source.source(2);
    SCOPED_TRACE(text);
    std::map<TraceKey, Content> by_key;
    std::map<Content, TraceKey> by_content;
    for (std::uint64_t order = 0; order < 20; ++order) {
      RecordedRun run(text, order);
      const SequenceKeys keys(run.execution, run.hashes);
      ReversalFinder finder(run.execution, *run.program, LastStep::open);
      std::vector<Reversal> reversals;
      for (Position i = 0; i < run.execution.size(); ++i) finder.find_into(i, reversals);
      for (const Reversal& reversal : reversals) {
        Content content;
        TraceKey kept;
        for (Position i = 0; i < run.execution.size(); ++i)
          if (i < reversal.earlier || reversal.keeps(run.execution, i)) {
            content.first.insert(run.hashes[i]);
            kept += run.hashes[i];
          }
        content.second = {reversal.later.task, reversal.later.index, reversal.later.choice};
        const TraceKey key = keys.of_sequence(kept, reversal.later);
        const auto [known, is_new] = by_key.emplace(key, content);
        EXPECT_EQ(known->second, content);
        EXPECT_EQ(by_content.emplace(content, key).first->second, key);
        if (!is_new) ++repeated;
      }
    }
  }
  EXPECT_GT(repeated, 100u);
}

// Two reversals can differ in the earlier event, in the later event, or in the events that are
// kept.
TEST(SequenceKeys, TellReversalsApart) {
  RecordedRun run(
      "var x, y; thread a { x = 1; y = 1; } thread b { x = 2; } thread c { x = 3; y = 2; }");
  const SequenceKeys keys(run.execution, run.hashes);
  ReversalFinder finder(run.execution, *run.program, LastStep::open);
  std::vector<Reversal> reversals;
  for (Position i = 0; i < run.execution.size(); ++i) finder.find_into(i, reversals);
  ASSERT_GT(reversals.size(), 2u);
  std::set<TraceKey> seen;
  for (const Reversal& reversal : reversals) {
    EXPECT_TRUE(seen.insert(keys.of(reversal, run.key)).second);
    EXPECT_TRUE(seen.insert(keys.of(reversal, run.hashes.front())).second);
  }
}

}  // namespace
}  // namespace mazurka
