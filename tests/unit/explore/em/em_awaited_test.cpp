#include <gtest/gtest.h>

#include "explore/algorithm/em/em_order.h"

namespace mazurka {
namespace {

// The task whose event is awaited may not have reached it yet. In that case, nothing orders the
// two.
TEST(EmOrder, IgnoresAnAwaitedEventThatTheExecutionDoesNotHave) {
  Registry registry;
  const TaskId waits = registry.task({.ordinal = 0});
  const TaskId awaited = registry.task({.ordinal = 1});
  Execution execution(registry, Relation::handlers_as_locks);
  const EmThreads threads;
  EmOrder order(execution, threads, {});
  const auto push = [&](Event event) {
    event.accesses = Registry::no_accesses();
    execution.push(event);
    order.push(Execution::nowhere);
  };
  Event reach;
  reach.operation = OperationKind::reach;
  reach.task = awaited;
  push(reach);
  reach.task = waits;
  reach.other = awaited;
  reach.other_index = 1;
  push(reach);
  EXPECT_FALSE(order.happens_before(0, 1));
  reach.index = 1;
  reach.other_index = 0;
  push(reach);
  EXPECT_TRUE(order.happens_before(0, 2));
}

}  // namespace
}  // namespace mazurka
