#include "explore/prediction/probe.h"

#include <set>

#include <gtest/gtest.h>

#include "unit/explore/recorded_run.h"

namespace mazurka {
namespace {

constexpr std::string_view two_writers = R"(
  var x, y;
  thread t1 { x = 1; y = 1; }
  thread t2 { x = 2; })";

// The key of what the program does if these choices are made, and the natural order goes on.
TraceKey key_after(Program& program, const std::vector<Choice>& choices) {
  Execution execution(program.registry(), Relation::events);
  program.restart();
  for (const Choice& choice : choices) execution.push(*program.step(choice));
  while (!program.enabled().empty())
    execution.push(*program.step(FreeChoice(0).pick(program.enabled(), execution)));
  return key_of(execution);
}

TEST(Probe, OfAWholeExecutionIsItsTrace) {
  RecordedRun run(two_writers);
  const FreeChoice free_choice(0);
  Behaviour behaviour(run.program->registry());
  Probe completion(*run.program, run.execution, free_choice, behaviour);
  EXPECT_EQ(completion.run({.prefix = run.execution.size()}, run.analysed()), run.key);
  EXPECT_EQ(completion.run({.prefix = 0, .order = {0, 1, 2}}, run.analysed()), run.key);
}

// Independent events in another order are the same trace: y = 1 after x = 2.
TEST(Probe, DoesNotDependOnTheOrderOfIndependentEvents) {
  RecordedRun run(two_writers);
  const FreeChoice free_choice(0);
  Behaviour behaviour(run.program->registry());
  Probe completion(*run.program, run.execution, free_choice, behaviour);
  EXPECT_EQ(completion.run({.prefix = 1, .order = {2, 1}}, run.analysed()), run.key);
}

// x = 2 goes first: another trace, and the one that the program really comes to.
TEST(Probe, RunsTheLastStepAndGoesOnFreely) {
  RecordedRun run(two_writers);
  const Step last = run.execution[2];
  const FreeChoice free_choice(0);
  Behaviour behaviour(run.program->registry());
  Probe completion(*run.program, run.execution, free_choice, behaviour);
  const TraceKey key = completion.run({.prefix = 0, .last = last}, run.analysed());
  EXPECT_NE(key, run.key);
  EXPECT_EQ(key, key_after(*run.program, {last.as_choice()}));
}

// The traces that brute force knows, and after the same beginning always the same one.
TEST(Probe, GoesOnAsTheSeedSays) {
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
    Probe completion(*run.program, run.execution, free_choice, behaviour);
    const TraceKey key = completion.run({.prefix = 0, .last = last}, run.analysed());
    EXPECT_EQ(completion.run({.prefix = 0, .last = last}, run.analysed()), key);
    keys.insert(key);
  }
  std::set<TraceKey> all;
  for_each_execution(*run.program, [&](const std::vector<TraceKey>& hashes) {
    TraceKey key;
    for (const TraceKey& hash : hashes) key += hash;
    all.insert(key);
  });
  EXPECT_EQ(keys.size(), 2u);  // t3 is first, the other two come in either order
  for (const TraceKey& key : keys) EXPECT_TRUE(all.contains(key));
}

TEST(Probe, CountsItsRunsAndTheirEvents) {
  RecordedRun run(two_writers);
  const FreeChoice free_choice(0);
  Behaviour behaviour(run.program->registry());
  Probe completion(*run.program, run.execution, free_choice, behaviour);
  EXPECT_EQ(completion.runs(), 0u);
  (void)completion.run({.prefix = 0, .last = run.execution[2]}, run.analysed());
  (void)completion.run({.prefix = 1, .order = {1}, .last = run.execution[2]}, run.analysed());
  EXPECT_EQ(completion.runs(), 2u);
  EXPECT_EQ(completion.events(), 6u);
}

// Whether t2 comes to its loop depends on the order. The probe must come back from it.
TEST(Probe, CutsOffARunWithoutEnd) {
  RecordedRun run(R"(
    var x;
    thread t1 { x = 1; }
    thread t2 { while (x == 0) { x = 0; } })");
  const Step last = run.execution[1];
  const FreeChoice free_choice(0);
  Behaviour behaviour(run.program->registry());
  Probe completion(*run.program, run.execution, free_choice, behaviour);
  EXPECT_NE(completion.run({.prefix = 0, .last = last}, run.analysed()), run.key);
  EXPECT_GT(completion.events(), 100'000u);
}

}  // namespace
}  // namespace mazurka
