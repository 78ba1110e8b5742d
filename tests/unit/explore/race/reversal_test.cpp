#include "explore/race/reversal.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "explore/race/find_reversals.h"
#include "explore/race/initials.h"
#include "unit/explore/recorded_run.h"
#include "unit/random.h"

namespace mazurka {
namespace {

// Returns a model with three threads that read and write two variables, acquire a lock, and await a
// value.
std::string threads_at_random(std::uint64_t seed) {
  Random random(seed);
  std::string result = "var x, y; lock l;\n";
  int registers = 0;
  for (int thread = 0; thread < 3; ++thread) {
    result += "thread t" + std::to_string(thread) + " { ";
    for (std::uint32_t i = random.below(4); i > 0; --i) {
      const std::string variable = random.one_in(2) ? "x" : "y";
      const std::uint32_t kind = random.below(8);
      if (kind == 0)
        result += "lock(l); " + variable + " = 1; unlock(l); ";
      else if (kind == 1)
        result += "await " + variable + " == 1; ";
      else if (kind <= 4)
        result += "let r" + std::to_string(++registers) + " = " + variable + "; ";
      else
        result += variable + " = 1; ";
    }
    result += "}\n";
  }
  return result;
}

std::vector<Reversal> reversals_of(RecordedRun& run) {
  ReversalFinder finder(run.execution, *run.program);
  std::vector<Reversal> result;
  for (Position i = 0; i < run.execution.size(); ++i) finder.find_into(i, result);
  for (const Pending& waiting : run.pending) finder.find_waiting(waiting, result);
  return result;
}

// Calls `claim` with each reversal in executions of random threads in random orders.
template <class Claim>
void for_each_reversal(Claim claim) {
  std::uint32_t seen = 0;
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    const std::string source = threads_at_random(seed);
    SCOPED_TRACE(source);
    RecordedRun run(source, seed);
    for (const Reversal& reversal : reversals_of(run)) {
      SCOPED_TRACE(reversal.earlier);
      claim(run, reversal);
      ++seen;
    }
  }
  EXPECT_GT(seen, 200u);
}

// E'.v is an execution, v ends with e', and e is not in it.
TEST(Reversal, CanBeRunAndLacksTheEarlierEvent) {
  for_each_reversal([](RecordedRun& run, const Reversal& reversal) {
    std::vector<Step> sequence;
    reversal.write_to(sequence, run.execution);
    EXPECT_EQ(sequence.back().id(), reversal.later.id());
    const EventId earlier = run.execution[reversal.earlier].id();
    EXPECT_TRUE(std::ranges::none_of(sequence, [&](const Step& s) { return s.id() == earlier; }));
    run.program->restart();
    for (Position i = 0; i < reversal.earlier; ++i)
      ASSERT_NE(run.program->step(run.execution[i].as_choice()), nullptr);
    for (const Step& step : sequence) {
      const Event* const event = run.program->step(step.as_choice());
      ASSERT_NE(event, nullptr);
      EXPECT_EQ(event->id(), step.id());
      EXPECT_EQ(event->operation, step.operation);
    }
  });
}

// The kept events are notdep(e, E): the events after e that do not happen after it, except for e'
// and what an await takes along when it moves.
TEST(Reversal, KeepsWhatDoesNotHappenAfterTheEarlierEvent) {
  for_each_reversal([](RecordedRun& run, const Reversal& reversal) {
    if (reversal.later.operation == OperationKind::await || !reversal.cuts.empty()) return;
    for (Position i = 0; i < run.execution.size(); ++i) {
      const bool is_kept = i > reversal.earlier && i != reversal.later_at &&
                           !run.execution.happens_before(reversal.earlier, i);
      EXPECT_EQ(reversal.keeps(run.execution, i), is_kept) << i;
    }
  });
}

// A reversal is a view of its execution. Queries about it must return the same answers
// as the explicit sequence.
TEST(Reversal, InitialsAreThoseOfTheSequenceItStandsFor) {
  std::uint32_t positive = 0;
  std::uint32_t negative = 0;
  for_each_reversal([&](RecordedRun& run, const Reversal& reversal) {
    const Registry& registry = run.program->registry();
    const ConflictTable& table = run.execution.conflicts();
    std::vector<Step> sequence;
    reversal.write_to(sequence, run.execution);
    const WeakInitial later = weak_initial(sequence.back(), sequence, registry, table);
    EXPECT_EQ(later_is_initial(reversal, run.execution),
              later.holds && later.index == sequence.size() - 1);
    // The step that could run just before e is the one that the execution took there.
    const Step& taken = run.execution[reversal.earlier];
    EXPECT_EQ(is_weak_initial(taken, reversal, run.execution),
              weak_initial(taken, sequence, registry, table).holds);
    for (const Step& first : sequence) {
      const bool is_first_of_task =
          std::ranges::find(sequence, first.task, &Step::task)->id() == first.id();
      const Position cause = run.execution.position_of(first.id());
      if (!is_first_of_task || cause == Execution::nowhere) continue;
      const bool holds = is_weak_initial(first, reversal, run.execution);
      EXPECT_EQ(holds, weak_initial(first, sequence, registry, table).holds);
      ++(holds ? positive : negative);
    }
  });
  EXPECT_GT(positive, 50u);
  EXPECT_GT(negative, 10u);
}

// Two events race if they conflict, belong to different tasks, and no event in between happens
// after the one and before the other. Without locks and awaits, each race can be reversed.
TEST(ReversalFinder, FindsEachRaceOfPlainAccessesOnce) {
  std::uint32_t races = 0;
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    Random random(seed);
    std::string source = "var x, y;\n";
    int registers = 0;
    for (int thread = 0; thread < 3; ++thread) {
      source += "thread t" + std::to_string(thread) + " { ";
      for (std::uint32_t i = random.below(4); i > 0; --i)
        source +=
            random.one_in(2) ? "x = 1; " : "let r" + std::to_string(++registers) + " = y; y = 2; ";
      source += "}\n";
    }
    SCOPED_TRACE(source);
    RecordedRun run(source, seed);
    std::vector<std::pair<Position, Position>> found;
    for (const Reversal& reversal : reversals_of(run))
      found.emplace_back(reversal.earlier, reversal.later_at);
    std::ranges::sort(found);
    std::vector<std::pair<Position, Position>> expected;
    const Execution& execution = run.execution;
    for (Position a = 0; a < execution.size(); ++a)
      for (Position b = a + 1; b < execution.size(); ++b) {
        if (execution[a].task == execution[b].task || !execution.happens_before(a, b)) continue;
        bool is_adjacent = true;
        for (Position c = a + 1; c < b; ++c)
          if (execution.happens_before(a, c) && execution.happens_before(c, b)) is_adjacent = false;
        if (is_adjacent) expected.emplace_back(a, b);
      }
    EXPECT_EQ(found, expected);
    races += static_cast<std::uint32_t>(expected.size());
  }
  EXPECT_GT(races, 100u);
}

}  // namespace
}  // namespace mazurka
