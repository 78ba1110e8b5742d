#include "explore/prediction/behaviour.h"

#include <gtest/gtest.h>

#include "explore/algorithms.h"
#include "explore/explorer.h"
#include "program/forwarding_program.h"
#include "unit/explore/recorded_run.h"

namespace mazurka {
namespace {

Event event_of(TaskId task, std::uint32_t index, OperationKind operation) {
  Event event;
  event.task = task;
  event.index = index;
  event.operation = operation;
  event.accesses = Registry::no_accesses();
  return event;
}

// Returns the histories of the tasks at the end of a run.
std::vector<History> histories_after(std::string_view source, std::uint64_t seed) {
  const RecordedRun run(source, seed);
  std::vector<History> result;
  for (std::uint32_t task = 0; task < run.program->registry().task_count(); ++task)
    result.push_back(run.histories[run.execution.events_of({task}).back()]);
  return result;
}

// The order of the two writes does not matter, since no task observes anything.
TEST(Observations, WritesObserveNothing) {
  const auto source = "var x; thread t1 { x = 1; } thread t2 { x = 2; }";
  for (const std::uint64_t seed : {1u, 2u, 3u, 4u, 5u, 6u})
    EXPECT_EQ(histories_after(source, seed), histories_after(source, 0)) << seed;
}

TEST(Observations, ReadsObserveValues) {
  const auto source = "var x, y; thread t1 { x = 1; } thread t2 { y = x; }";
  const auto natural = histories_after(source, 0);
  bool has_other = false;
  for (const std::uint64_t seed : {1u, 2u, 3u, 4u, 5u, 6u}) {
    const auto other = histories_after(source, seed);
    EXPECT_EQ(other[0], natural[0]);
    has_other |= other[1] != natural[1];
  }
  EXPECT_TRUE(has_other);
}

TEST(Behaviour, RemembersManyHistories) {
  const RecordedRun run("var x; thread t { x = 1; }");
  Behaviour behaviour(run.program->registry());
  const Event event = event_of(TaskId{0}, 0, OperationKind::choose);
  constexpr std::uint64_t count = 20'000;
  for (std::uint64_t i = 1; i <= count; ++i) behaviour.learn(event, spread(i), spread(i + 1));
  std::uint64_t found = 0;
  for (std::uint64_t i = 1; i <= count; ++i) {
    const Behaviour::Known* const known = behaviour.find(spread(i));
    if (known != nullptr && known->has_next) ++found;
  }
  EXPECT_GT(found, count * 99 / 100);
  EXPECT_EQ(behaviour.find(spread(count + 2)), nullptr);
  EXPECT_FALSE(behaviour.is_contradictory());
}

TEST(Behaviour, NoticesContradictions) {
  const RecordedRun run("var x; thread t { x = 1; }");
  Behaviour behaviour(run.program->registry());
  behaviour.learn(event_of(TaskId{0}, 0, OperationKind::choose), 1, 2);
  behaviour.learn(event_of(TaskId{0}, 0, OperationKind::choose), 1, 3);
  EXPECT_FALSE(behaviour.is_contradictory());  // a different value was chosen
  behaviour.learn(event_of(TaskId{0}, 0, OperationKind::unlock), 1, 4);
  EXPECT_TRUE(behaviour.is_contradictory());
}

// A program whose tasks observe values that its events do not show.
class SecretiveProgram final : public ForwardingProgram {
 public:
  using ForwardingProgram::ForwardingProgram;

  const Event* step(Choice choice) override {
    const Event* const event = ForwardingProgram::step(choice);
    if (event == nullptr) return nullptr;
    event_ = *event;
    event_.read_value = event_.written_value = 0;
    return &event_;
  }

 private:
  Event event_;
};

// Predictions are wrong for such a program. Event-DPOR notices this and restarts without
// predictions.
TEST(EventDpor, NoticesThatPredictionsFailWhereEventsDoNotShowAllThatTasksObserve) {
  for (const std::string_view source : {
           "var x, y, z; handler h; thread t { post m(1) to h; post m(2) to h; post n to h; }"
           "message m(i) { x = i; } message n { if (x == 1) { y = 1; } else { z = y; y = 2; } }",
           "var x, y; handler h, g; thread t { post m(1) to h; post m(2) to g; post n to h; post n "
           "to g; }"
           "message m(i) { x = i; } message n { if (x == 1) { y = 1; x = 3; } }",
       }) {
    const auto count = [&](Program& program, AlgorithmName name) {
      const auto make = [&] { return make_algorithm(name, {}); };
      const Summary summary = explore_anew(program, make, {.count_traces = true});
      EXPECT_EQ(summary.bound, Bound::none);
      EXPECT_EQ(summary.executions, summary.distinct_traces);
      return summary.executions;
    };
    const auto open = model::load(source, "test.mzk");
    const auto original = model::load(source, "test.mzk");
    SecretiveProgram secretive(*original);
    const std::uint64_t expected = count(*open, AlgorithmName::naive);
    EXPECT_EQ(count(*open, AlgorithmName::event), expected);
    EXPECT_EQ(count(secretive, AlgorithmName::event), expected);
    const auto make = [] { return make_algorithm(AlgorithmName::event, {}); };
    const auto naively = make();
    EXPECT_EQ(explore(secretive, *naively, {}).bound, Bound::learned) << source;
    // A caller that collects executions is notified that the exploration restarts.
    int begun = 0;
    const auto make_and_count = [&] { return ++begun, make(); };
    EXPECT_EQ(explore_anew(secretive, make_and_count, {}).bound, Bound::none);
    EXPECT_EQ(begun, 2) << source;
  }
}

}  // namespace
}  // namespace mazurka
