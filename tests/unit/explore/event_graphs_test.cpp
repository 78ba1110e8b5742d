// Tests the conflict graphs of robustness on executions made by hand, with tasks named by their
// paths.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "explore/robust/event_determinism.h"
#include "explore/robust/event_serialisability.h"
#include "program/model/model.h"

namespace mazurka {
namespace {

// Runs the tasks with these paths, one step each, in this order.
struct HandMadeRun {
  HandMadeRun(const std::string& source, const std::vector<std::string>& schedule)
      : program(model::load(source, "m.mzk")),
        execution(program->registry(), Relation::events),
        tree(program->registry(), HandlerId{0}) {
    program->restart();
    for (const std::string& path : schedule) step(path);
  }

  void step(const std::string& path) {
    for (const Choice& choice : program->enabled())
      if (program->registry().path_of(choice.task) == path) {
        execution.push(*program->step(choice));
        return;
      }
    ADD_FAILURE() << path << " cannot go on";
  }

  [[nodiscard]] std::string path(TaskId task) const { return program->registry().path_of(task); }
  [[nodiscard]] TaskId task(Position position) const { return execution[position].task; }

  std::unique_ptr<Program> program;
  Execution execution;
  EventTree tree;
};

const std::string two_events = R"(
var x, y;
handler ui;
thread env { post a to ui; post b to ui; }
message a { x = 1; spawn t(); }
thread t() { y = 1; }
message b { x = 2; y = 2; }
)";

TEST(EventTree, WhatAnEventCreatesBelongsToIt) {
  const HandMadeRun run(two_events, {"0", "0", "0.0", "0.0", "0.0", "0.0.0"});
  EXPECT_FALSE(run.tree.event_of(run.task(0)).exists());
  EXPECT_TRUE(run.tree.is_event(run.task(2)));
  EXPECT_EQ(run.tree.event_of(run.task(5)), run.task(2));
  EXPECT_TRUE(run.tree.runs_on_main(run.task(2)));
  EXPECT_FALSE(run.tree.runs_on_main(run.task(5)));
}

// The order is depth-first: a task comes before the tasks it created, which follow in order of
// creation, each with all its descendants.
TEST(EventTree, TheOrderOfTheSingleThreadSemanticsIsDepthFirst) {
  const HandMadeRun run(
      "var x; handler ui; thread env { post a to ui; }\n"
      "message a { spawn t(); spawn u(); } thread t() { spawn v(); } thread u() { x = 1; }\n"
      "thread v() { x = 2; }",
      {"0", "0.0", "0.0", "0.0", "0.0.0", "0.0.1", "0.0.0.0"});
  const TaskId a = run.task(1), t = run.task(4), u = run.task(5), v = run.task(6);
  EXPECT_TRUE(run.tree.comes_first(a, v));
  EXPECT_TRUE(run.tree.comes_first(t, v));
  EXPECT_TRUE(run.tree.comes_first(v, u));
  EXPECT_FALSE(run.tree.comes_first(u, v));
  EXPECT_FALSE(run.tree.comes_first(u, u));
}

TEST(EventSerialisability, EventsThatDoNotOverlapAreInOrder) {
  const HandMadeRun run(two_events, {"0", "0", "0.1", "0.1", "0.1", "0.0", "0.0", "0.0", "0.0.0"});
  EXPECT_FALSE(find_serialisability_pivot(run.execution, run.tree));
  const auto order = serial_order(run.execution, run.tree);
  ASSERT_EQ(order.size(), 2u);
  EXPECT_EQ(run.path(order[0]), "0.1");
  EXPECT_EQ(events_before(order[1], run.execution, run.tree), std::vector{order[0]});
}

// a writes x before b does, and b writes y before the task created by a does.
TEST(EventSerialisability, TheAccessThatClosesACycleIsThePivot) {
  const HandMadeRun run(two_events, {"0", "0", "0.0", "0.0", "0.0", "0.1", "0.1", "0.1", "0.0.0"});
  const auto pivot = find_serialisability_pivot(run.execution, run.tree);
  ASSERT_EQ(pivot, Position{8});
  const EventCycle cycle = cycle_closed_by(*pivot, run.execution, run.tree);
  ASSERT_EQ(cycle.edges.size(), 2u);
  EXPECT_EQ(run.path(cycle.edges[0].from), "0.0");
  EXPECT_EQ(cycle.edges[0].earlier, 3u);
  EXPECT_EQ(cycle.edges[0].later, 6u);
  EXPECT_EQ(cycle.edges[1].earlier, 7u);
  EXPECT_EQ(cycle.edges[1].later, 8u);
}

TEST(EventSerialisability, WhatBelongsToNoEventIsNoPartOfTheGraphButToldOf) {
  const HandMadeRun run(
      "var x; handler ui; thread env { post a to ui; x = 2; } message a { x = 1; x = 3; }",
      {"0", "0.0", "0.0", "0", "0.0"});
  EXPECT_FALSE(find_serialisability_pivot(run.execution, run.tree));
  const auto outside = outside_conflict(run.execution, run.tree);
  ASSERT_TRUE(outside);
  EXPECT_EQ(outside->outside, 3u);
  EXPECT_EQ(outside->inside, 2u);
}

// What the environment does before it posts an event precedes the event in every execution.
TEST(EventSerialisability, WhatComesBeforeThePostOfAnEventIsNoConflictWithIt) {
  const std::string source =
      "var x; handler ui; thread env { post a to ui; x = 2; post b to ui; }\n"
      "message a { } message b { spawn t(); } thread t() { x = 1; }";
  const HandMadeRun run(source, {"0", "0", "0", "0.0", "0.1", "0.1", "0.1.0"});
  EXPECT_FALSE(outside_conflict(run.execution, run.tree));
}

const std::string event_with_locks = R"(
lock l;
handler ui;
thread env { post a to ui; }
message a { spawn t(); spawn u(); }
thread t() { lock(l); unlock(l); }
thread u() { let got = trylock(l); }
)";

// Acquiring a lock orders tasks, but does not let them observe anything; a trylock observes
// whether the lock is free.
TEST(EventDeterminism, OnlyATrylockSeesALock) {
  const HandMadeRun run(event_with_locks, {"0", "0.0", "0.0", "0.0", "0.0.0", "0.0.1", "0.0.0"});
  const auto inversions = find_inversions(run.execution, run.tree);
  ASSERT_EQ(inversions.size(), 1u);
  EXPECT_EQ(inversions[0].root, 5u);
  EXPECT_EQ(inversions[0].pivot, 6u);
}

TEST(EventDeterminism, AnAccessAfterThatOfALaterTaskIsAnInversion) {
  const std::string source =
      "var x; handler ui; thread env { post a to ui; }\n"
      "message a { spawn t(); spawn u(); } thread t() { x = 1; } thread u() { x = 2; }";
  const HandMadeRun serial(source, {"0", "0.0", "0.0", "0.0", "0.0.0", "0.0.1"});
  EXPECT_TRUE(find_inversions(serial.execution, serial.tree).empty());
  const HandMadeRun inverted(source, {"0", "0.0", "0.0", "0.0", "0.0.1", "0.0.0"});
  const auto inversions = find_inversions(inverted.execution, inverted.tree);
  ASSERT_EQ(inversions.size(), 1u);
  EXPECT_EQ(inversions[0].root, 4u);
  EXPECT_EQ(inversions[0].pivot, 5u);
}

}  // namespace
}  // namespace mazurka
