// What EM-DPOR leaves out: traces that neither a deadlock cycle nor an assertion needs.
#include <unordered_set>

#include <gtest/gtest.h>

#include "core/trace_key.h"
#include "explore/explorer.h"
#include "program/model/model.h"

namespace mazurka::litmus {
namespace {

[[nodiscard]] std::size_t distinct_traces(const std::string& source, AlgorithmName name) {
  const auto program = model::load(source, "em.mzk");
  std::unordered_set<TraceKey> keys;
  ExploreOptions options;
  options.keep_going = true;
  options.on_execution = [&](const Execution& execution, const Ending& /*ending*/) {
    keys.insert(key_of(execution));
  };
  (void)explore(*program, *make_algorithm(name, {}), options);
  return keys.size();
}

// The lock goes to a first or to b first: two traces. The messages never contend for it, so it is
// all the same to EM-DPOR (Appendix C.2 of its paper).
TEST(EmDpor, LeavesOutOrdersOfLocksOnOneHandler) {
  const std::string source = R"(
      lock l;
      handler h fifo;
      thread s { post a to h; }
      thread t { post b to h; }
      message a { lock(l); unlock(l); }
      message b { lock(l); unlock(l); })";
  EXPECT_EQ(distinct_traces(source, AlgorithmName::naive), 2u);
  EXPECT_EQ(distinct_traces(source, AlgorithmName::event), 2u);
  EXPECT_EQ(distinct_traces(source, AlgorithmName::em), 1u);
}

// With a conflict in the messages the order matters, and EM-DPOR has both.
TEST(EmDpor, HasBothOrdersOfMessagesThatConflict) {
  const std::string source = R"(
      var x;
      lock l;
      handler h fifo;
      thread s { post a to h; }
      thread t { post b to h; }
      message a { lock(l); x = 1; unlock(l); }
      message b { lock(l); x = 2; unlock(l); })";
  EXPECT_EQ(distinct_traces(source, AlgorithmName::naive), 2u);
  EXPECT_EQ(distinct_traces(source, AlgorithmName::em), 2u);
}

}  // namespace
}  // namespace mazurka::litmus
