// Which of several traces of the same length shows an error.
#include "explore/counterexample/trace_order.h"

#include <map>
#include <set>

#include <gtest/gtest.h>

#include "unit/explore/recorded_run.h"

namespace mazurka {
namespace {

// The number depends on the trace, and not on which of its executions was run.
TEST(TraceOrder, TellsTracesApartAndNotTheirExecutions) {
  std::map<TraceKey, std::set<TraceKey>> orders;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const RecordedRun run(
        "var x = 0; var y = 0; thread a { x = 1; y = 1; } thread b { x = 2; y = 2; }", seed);
    orders[run.key].insert(order_of_trace(run.execution));
  }
  std::set<TraceKey> all;
  for (const auto& [key, of_trace] : orders) {
    EXPECT_EQ(of_trace.size(), 1u);
    all.insert(of_trace.begin(), of_trace.end());
  }
  EXPECT_EQ(orders.size(), 4u);
  EXPECT_EQ(all.size(), 4u);
}

// Names of objects do not matter, unless nothing else differs.
TEST(TraceOrder, ComparesTasksBeforeObjects) {
  const RecordedRun one("var x = 0; thread a { x = 1; } thread b { x = 2; }");
  const RecordedRun other("var z = 0; var x = 0; thread a { z = 1; } thread b { z = 2; }");
  EXPECT_NE(one.key, other.key);
  EXPECT_EQ(order_of_trace(one.execution).high, order_of_trace(other.execution).high);
}

}  // namespace
}  // namespace mazurka
