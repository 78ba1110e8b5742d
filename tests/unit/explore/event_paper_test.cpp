// The parts of the published Event-DPOR, on the figures of its paper.
#include <gtest/gtest.h>

#include "explore/algorithm/event_paper/event_order.h"
#include "explore/algorithm/event_paper/reverse_race.h"
#include "explore/algorithm/event_paper/run_table.h"
#include "explore/algorithm/event_paper/weak_initials.h"
#include "unit/explore/recorded_run.h"

namespace mazurka {
namespace {

using namespace event_paper;

EventOrder order_of(const RecordedRun& run) {
  EventOrder order(run.program->registry(), run.execution.conflicts());
  order.clear(run.execution.size());
  for (const Event& event : run.execution.events()) order.push(event);
  return order;
}

Sequence events_of(const RecordedRun& run, TaskId task) {
  Sequence events;
  for (const Position position : run.execution.events_of(task))
    events.push_back(run.execution[position]);
  return events;
}

const char* const two_orders = R"(
    var x;
    handler h;
    thread t { post a to h; post b to h; post c to h; }
    message a { x = 1; }
    message b { let r = 0; x = 2; }
    message c { })";

TEST(EventOrder, IsHappensBeforeAtFirst) {
  const RecordedRun run(two_orders);
  const EventOrder order = order_of(run);
  for (Position i = 0; i < run.execution.size(); ++i)
    for (Position j = 0; j < run.execution.size(); ++j)
      EXPECT_EQ(order.precedes(i, j), i != j && i < j && run.execution.happens_before(i, j));
}

// Definition 6: one write before the other orders the whole messages; c stays unordered.
TEST(EventOrder, SaturationOrdersWholeMessages) {
  const RecordedRun run(two_orders);
  EventOrder order = order_of(run);
  ASSERT_EQ(order.messages().size(), 3u);
  const MessagePart a = order.messages()[0];
  const MessagePart b = order.messages()[1];
  const MessagePart c = order.messages()[2];
  EXPECT_FALSE(order.are_ordered(a, b));  // the starts are not ordered
  order.saturate();
  EXPECT_TRUE(order.precedes(a.last, b.first));
  EXPECT_FALSE(order.are_ordered(a, c));
  EXPECT_FALSE(order.is_cyclic());
  order.order(b, a);
  EXPECT_TRUE(order.is_cyclic());
  EXPECT_EQ(order.cycle().size(), 2u);
}

TEST(EventOrder, SortsAsCloseToTheSequenceAsPossible) {
  const RecordedRun run(two_orders);
  EventOrder order = order_of(run);
  order.saturate();
  order.order(order.messages()[2], order.messages()[0]);  // c before a
  ASSERT_TRUE(order.search_order());
  const std::vector<Position> sorted = order.sorted(0);
  ASSERT_EQ(sorted.size(), run.execution.size());
  EXPECT_EQ(sorted[3], order.messages()[2].first);  // after the posts
}

// Figure 2, bottom: of the races on x and y only that on x can be reversed, and p1 goes as a whole.
TEST(ReverseRace, TakesWholeMessagesOut) {
  const RecordedRun run(R"(
      var x, y, u, v;
      handler h;
      thread s { post p1 to h; }
      thread t { post p2 to h; }
      message p1 { u = 1; x = 1; y = 1; }
      message p2 { v = 2; let a = x; let b = y; })");
  ReverseRace reverse(run.execution, false);
  std::vector<WakeupSequence> found;
  std::vector<std::size_t> sizes;
  for (Position later = 0; later < run.execution.size(); ++later)
    for (const Position earlier : run.execution.races_into(later)) {
      reverse.find(earlier, later, found);
      sizes.push_back(found.size());
      if (found.empty()) continue;
      EXPECT_EQ(found.front().prefix, 2u);  // both posts
      for (const Step& step : found.front().sequence)
        EXPECT_EQ(step.task, run.execution[later].task);
      EXPECT_EQ(found.front().sequence.size(), 3u);  // start, v = 2, a = x
    }
  EXPECT_EQ(sizes, (std::vector<std::size_t>{1, 0}));
}

// Figure 5: p2 can run to its end before p1, so it is a weak initial of p1 alone. If it also wrote
// x, it would not be.
TEST(WeakInitials, NeedToKnowWhatAMessageDoes) {
  const auto p2_is_weak_initial = [](const std::string& p2) {
    const RecordedRun run(
        "var x, y, z; handler h; thread s { post p1 to h; } thread t { post p2 to h; } "
        "message p1 { x = 1; } message p2 { " +
        p2 + " }");
    const TaskId first = run.execution[2].task;  // p1: both posts come before
    TaskId second;
    for (const Event& event : run.execution.events())
      if (event.operation == OperationKind::start && event.task != first) second = event.task;
    Sequence sequence = {run.execution[0], run.execution[1]};
    for (const Step& step : run.execution.events())
      if (creates_task(step.operation) && step.id() != sequence[0].id()) sequence[1] = step;
    for (const Step& step : events_of(run, first)) sequence.push_back(step);
    Sequence p2_run = events_of(run, second);
    const Step start = p2_run.front();
    p2_run.erase(p2_run.begin());
    const std::vector<Sequence> runs = {p2_run};
    WeakInitials weak_initials(run.execution);
    weak_initials.set(sequence);
    Sequence rest;
    const bool holds = weak_initials.holds_for_start(start, 2, runs, rest);
    if (holds) {
      EXPECT_EQ(rest.size(), p2_run.size() + 2);  // the rest of p2, then p1
    }
    return holds;
  };
  EXPECT_TRUE(p2_is_weak_initial("y = 2; z = 2;"));
  EXPECT_FALSE(p2_is_weak_initial("y = 2; x = 2;"));
}

TEST(RunTable, GivesEqualRunsTheSameId) {
  const RecordedRun run(two_orders);
  RunTable table;
  const Step& step = run.execution[run.execution.size() - 1];
  const RunId once = table.prepend(step, RunTable::empty);
  EXPECT_EQ(table.prepend(step, RunTable::empty), once);
  EXPECT_NE(table.prepend(run.execution[0], once), once);
  EXPECT_EQ(table.sequence_of(once).size(), 1u);
  RunSet set = {once};
  unite(set, {once, RunTable::empty});
  EXPECT_EQ(set, (RunSet{RunTable::empty, once}));
}

}  // namespace
}  // namespace mazurka
