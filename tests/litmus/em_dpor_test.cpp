// Tests which traces EM-DPOR omits: those that neither a deadlock cycle nor an assertion needs.
#include <algorithm>
#include <set>
#include <unordered_set>
#include <utility>

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
TEST(EmDpor, BeginsAsRecordedAndContinuesWithTheLowestThread) {
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

// [EmDpor16] Figures 3 and 4 as a recording, every operation of which is a transition. Section 1 of
// the paper follows EM-DPOR: it explores the recorded sequence, in which r3 (line 5) precedes r6
// (line 11), then posts e2 first, and from there explores both orders of r3 and r6.
TEST(EmDpor, ExploresFigureFourAsThePaperSays) {
  const std::string trace =
      "1 LOOP tid:1\n"
      "2 POST src:2 msg:1 dest:1\n"
      "3 POST src:3 msg:2 dest:1\n"
      "4 CALL tid:1 msg:1\n"
      "5 WRITE tid:1 obj:1 class:c field:x\n"
      "6 RET tid:1 msg:1\n"
      "7 CALL tid:1 msg:2\n"
      "8 FORK par-tid:1 child-tid:4\n"
      "9 RET tid:1 msg:2\n"
      "10 THREADINIT tid:4\n"
      "11 WRITE tid:4 obj:1 class:c field:x\n";
  const auto program = recorded::load({"trace.txt", trace}, {"dependence.txt", ""}, true);
  std::vector<std::vector<std::uint32_t>> executions;
  ExploreOptions options;
  options.keep_going = true;
  options.on_execution = [&](const Execution& execution, const Ending& /*ending*/) {
    std::vector<std::uint32_t>& lines = executions.emplace_back();
    for (Position i = 0; i < execution.size(); ++i)
      lines.push_back(execution.registry().location(execution[i].location).line);
  };
  (void)explore(*program, *make_algorithm_for(*program, AlgorithmName::em, {}), options);
  ASSERT_FALSE(executions.empty());
  EXPECT_EQ(executions[0], (std::vector<std::uint32_t>{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}));
  std::set<std::pair<bool, bool>> orders;  // whether e2 is posted first, whether r6 comes first
  for (const std::vector<std::uint32_t>& lines : executions) {
    const auto comes_first = [&](std::uint32_t a, std::uint32_t b) {
      return std::ranges::find(lines, a) < std::ranges::find(lines, b);
    };
    orders.insert({comes_first(3, 2), comes_first(11, 5)});
  }
  EXPECT_EQ(orders, (std::set<std::pair<bool, bool>>{{false, false}, {true, false}, {true, true}}));
}

}  // namespace
}  // namespace mazurka::litmus
