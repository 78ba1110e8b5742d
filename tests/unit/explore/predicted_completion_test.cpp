#include "explore/prediction/predicted_completion.h"

#include <gtest/gtest.h>

#include "explore/prediction/probe.h"
#include "unit/explore/recorded_run.h"

namespace mazurka {
namespace {

// A run, what was learned from it, and two ways to find where a candidate leads: prediction and a
// probe.
struct Fixture {
  explicit Fixture(std::string_view source, std::uint64_t seed = 0)
      : run(source, seed), free_choice(seed) {
    at_end.clear();
    for (Position i = 0; i < run.execution.size(); ++i) {
      (void)observe(run.execution[i], run.hashes[i], at_end.observations, behaviour, true);
      at_end.keep(run.execution[i], run.hashes[i], run.histories[i]);
    }
  }

  [[nodiscard]] PredictedCompletion::Predicted predict(const Candidate& candidate) {
    at_end.make_room();
    completion.begin_execution();
    return completion.predict(candidate, run.analysed());
  }
  [[nodiscard]] TraceKey really_run(const Candidate& candidate) {
    return probe.run(candidate, run.analysed());
  }

  // Returns a candidate that consists of the first events of the run.
  [[nodiscard]] Candidate beginning(Position length) const {
    Candidate candidate;
    candidate.kept = PositionSet(run.execution.size());
    candidate.kept.insert_below(length);
    candidate.prefix = length;
    return candidate;
  }
  // Returns a candidate that runs the event at this position right after the first `prefix` events.
  [[nodiscard]] Candidate first(Position later, Position prefix) const {
    Candidate candidate = beginning(prefix);
    candidate.last = run.execution[later];
    return candidate;
  }

  RecordedRun run;
  FreeChoice free_choice;
  Behaviour behaviour{run.program->registry()};
  TaskStates at_end{run.execution, behaviour};
  PredictedCompletion completion{run.execution, at_end, behaviour, free_choice};
  Probe probe{*run.program, run.execution, free_choice, behaviour, 1000};
};

Position start_of(const Execution& execution, std::uint32_t number) {
  for (Position i = 0; i < execution.size(); ++i)
    if (execution[i].operation == OperationKind::start && number-- == 0) return i;
  return Execution::nowhere;
}

TEST(PredictedCompletion, OfAWholeExecutionIsItsTrace) {
  Fixture fixture("var x; thread t1 { x = 1; } thread t2 { x = 2; }");
  EXPECT_EQ(fixture.predict(fixture.beginning(2)).key, fixture.run.key);
}

// Control flow does not depend on values here, so predictions and runs agree.
TEST(PredictedCompletion, IsWhatTheProgramDoes) {
  for (const std::string_view source : {
           "var x, y; thread t1 { x = 1; y = 1; } thread t2 { x = 2; y = 2; }",
           "var x; lock l; thread t1 { lock(l); x = 1; unlock(l); x = 2; }"
           "thread t2 { lock(l); x = 3; unlock(l); }",
           "var x; thread t1 { x = 1; spawn t3(3); } thread t2 { x = 2; x = 4; } thread t3(i) { x "
           "= i; }",
       })
    for (const std::uint64_t seed : {0u, 1u, 2u, 3u, 4u}) {
      Fixture fixture(source, seed);
      const Execution& execution = fixture.run.execution;
      const Candidate candidate = fixture.first(execution.events_of({1}).front(), 0);
      const PredictedCompletion::Predicted predicted = fixture.predict(candidate);
      EXPECT_EQ(predicted.key, fixture.really_run(candidate)) << source << " seed " << seed;
      EXPECT_TRUE(predicted.is_exact) << source << " seed " << seed;
    }
}

// The second message runs first and occupies its handler until it ends.
TEST(PredictedCompletion, MessagesRunOneAtATime) {
  Fixture fixture(
      "var x; handler h; thread t { post m(1) to h; post m(2) to h; } message m(i) { x = i; x = 0; "
      "}");
  const Candidate candidate = fixture.first(start_of(fixture.run.execution, 1), 2);
  const PredictedCompletion::Predicted predicted = fixture.predict(candidate);
  EXPECT_TRUE(predicted.is_exact);
  EXPECT_EQ(predicted.key, fixture.really_run(candidate));
  EXPECT_NE(predicted.key, fixture.run.key);
}

// t2 takes a different branch if it reads a different value. The prediction is exact only after
// that branch has been observed.
TEST(PredictedCompletion, LearnsWhatDependsOnValues) {
  Fixture fixture(
      "var x, y; thread t1 { x = 1; y = 1; } thread t2 { if (x == 0) { y = 2; y = 3; } }");
  const Candidate candidate = fixture.first(fixture.run.execution.events_of({1}).front(), 0);
  const PredictedCompletion::Predicted before = fixture.predict(candidate);
  EXPECT_FALSE(before.is_exact);
  const TraceKey real = fixture.really_run(candidate);
  EXPECT_NE(before.key, real);
  const PredictedCompletion::Predicted after = fixture.predict(candidate);
  EXPECT_TRUE(after.is_exact);
  EXPECT_EQ(after.key, real);
}

// The value that an update writes depends on the value it reads, and later reads depend on that.
TEST(PredictedCompletion, FollowsTheValuesOfUpdates) {
  Fixture fixture(
      "var x, y; thread t1 { fetch_add(x, 1); y = x; } thread t2 { fetch_add(x, 2); y = x; }");
  const Candidate candidate = fixture.first(fixture.run.execution.events_of({1}).front(), 0);
  EXPECT_FALSE(fixture.predict(candidate).is_exact);  // x + 2 with x == 0 was never seen
  const TraceKey real = fixture.really_run(candidate);
  EXPECT_EQ(fixture.predict(candidate).key, real);
  EXPECT_TRUE(fixture.predict(candidate).is_exact);
}

// It is also known that a task which has stopped forever has no next step.
TEST(PredictedCompletion, KnowsWhoHasStopped) {
  Fixture fixture("var x, y; thread t1 { x = 1; y = 1; } thread t2 { assume(x == 1); x = 2; }");
  const Candidate candidate = fixture.first(fixture.run.execution.events_of({1}).front(), 0);
  const TraceKey real = fixture.really_run(candidate);
  EXPECT_EQ(fixture.predict(candidate).key, real);
  EXPECT_TRUE(fixture.predict(candidate).is_exact);
}

// Whether an await can resume depends on its condition, which is not evaluated here.
TEST(PredictedCompletion, IsNeverExactForAnAwait) {
  Fixture fixture("var x, y; thread t1 { y = 1; x = 1; } thread t2 { y = 2; await x == 1; }");
  const Candidate candidate = fixture.first(fixture.run.execution.events_of({1}).front(), 0);
  EXPECT_FALSE(fixture.predict(candidate).is_exact);
  (void)fixture.really_run(candidate);
  EXPECT_FALSE(fixture.predict(candidate).is_exact);
}

}  // namespace
}  // namespace mazurka
