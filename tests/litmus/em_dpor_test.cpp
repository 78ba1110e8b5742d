// Tests which traces EM-DPOR omits: those that neither a deadlock cycle nor an assertion needs.
#include <unordered_set>

#include <gtest/gtest.h>

#include "core/trace_key.h"
#include "explore/algorithms.h"
#include "explore/explorer.h"
#include "program/model/model.h"
#include "program/recorded/recorded.h"

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
  (void)explore(*program, *make_algorithm_for(*program, name, {}), options);
  return keys.size();
}

// Either a or b acquires the lock first: two traces. The messages never contend for it, so EM-DPOR
// explores only one of them (Appendix C.2 of its paper).
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

// If the messages conflict, their order matters, and EM-DPOR explores both orders.
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

// The published tool resolves free choices as follows: it runs the recorded execution
// first, and after that always the thread with the lowest number. (Lines 1 and 2 conflict,
// and so do lines 3 and 4.)
TEST(EmDpor, BeginsAsRecordedAndGoesOnWithTheLowestThread) {
  const std::string trace =
      "1 WRITE tid:30 obj:1 class:c field:f\n"
      "2 WRITE tid:4 obj:1 class:c field:f\n"
      "3 READ tid:4 obj:2 class:c field:f\n"
      "4 WRITE tid:20 obj:2 class:c field:f\n";
  const auto program = recorded::load({"trace.txt", trace}, {"dependence.txt", ""});
  std::vector<std::vector<std::uint32_t>> executions;
  ExploreOptions options;
  options.keep_going = true;
  options.on_execution = [&](const Execution& execution, const Ending& /*ending*/) {
    std::vector<std::uint32_t>& lines = executions.emplace_back();
    for (Position i = 0; i < execution.size(); ++i)
      lines.push_back(execution.registry().location(execution[i].location).line);
  };
  (void)explore(*program, *make_algorithm_for(*program, AlgorithmName::em, {}), options);
  ASSERT_EQ(executions.size(), 4u);
  EXPECT_EQ(executions[0], (std::vector<std::uint32_t>{1, 2, 3, 4}));
  EXPECT_EQ(executions[1], (std::vector<std::uint32_t>{1, 2, 4, 3}));
  EXPECT_EQ(executions[2], (std::vector<std::uint32_t>{2, 3, 4, 1}));
  EXPECT_EQ(executions[3], (std::vector<std::uint32_t>{2, 4, 3, 1}));
}

}  // namespace
}  // namespace mazurka::litmus
