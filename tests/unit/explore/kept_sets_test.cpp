#include "explore/messages/kept_sets.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include <gtest/gtest.h>

#include "explore/race/find_reversals.h"
#include "sanitized.h"
#include "unit/explore/order_problem.h"
#include "unit/explore/random_model.h"
#include "unit/explore/recorded_run.h"

namespace mazurka {
namespace {

using Positions = std::vector<Position>;

std::vector<Reversal> reversals_in(RecordedRun& run) {
  ReversalFinder finder(run.execution, *run.program, LastStep::open);
  std::vector<Reversal> result;
  for (Position i = 0; i < run.execution.size(); ++i) finder.find_into(i, result);
  for (const Pending& waiting : run.pending) finder.find_waiting(waiting, result);
  return result;
}

Positions all_kept_by(const Candidate& set) {
  Positions result;
  if (set.keeps_old_order) {
    set.kept.for_each([&](Position position) { result.push_back(position); });
    return result;
  }
  result.resize(set.prefix);
  std::iota(result.begin(), result.end(), Position{0});
  result.insert(result.end(), set.order.begin(), set.order.end());
  return result;
}

// --- The definition, by brute force -------------------------------------------------------------

// Enumerates all sets of kept events that the handlers can run so that e' can come next.
class AllSets {
 public:
  AllSets(const RecordedRun& run, const Reversal& reversal)
      : execution_(run.execution), reversal_(reversal) {
    for (std::uint32_t h = 0; h < execution_.registry().handler_count(); ++h)
      problem_.handlers.push_back(execution_.registry().handler({h}).discipline);
    for (const Event& event : execution_.events())
      if (event.operation == OperationKind::post) {
        message_of_[event.other] = static_cast<std::uint32_t>(problem_.messages.size());
        problem_.messages.push_back({execution_.registry().handler_of(event.other).value});
      }
    for (Position i = 0; i < execution_.size(); ++i) add_event(i);
    visit(OrderRun(problem_));
  }

  [[nodiscard]] const std::set<Positions>& all() const { return sets_; }
  // Returns the sets that are not contained in another one.
  [[nodiscard]] std::set<Positions> maximal() const {
    std::set<Positions> result;
    for (const Positions& set : sets_)
      if (std::ranges::none_of(sets_, [&](const Positions& other) {
            return other != set && std::ranges::includes(other, set);
          }))
        result.insert(set);
    return result;
  }

 private:
  void add_event(Position i) {
    const Event& event = execution_[i];
    OrderProblem::Event& added = problem_.events.emplace_back();
    for (Position j = 0; j < i; ++j)
      if (execution_.happens_before(j, i)) added.after.push_back(j);
    if (message_of_.contains(event.task)) added.message = message_of_.at(event.task);
    added.starts = event.operation == OperationKind::start;
    added.ends = event.ends_task && added.message != no_message;
    if (event.operation == OperationKind::post) added.posts = message_of_.at(event.other);
  }

  [[nodiscard]] bool can_be_kept(Position i) const {
    return i < reversal_.earlier || reversal_.keeps(execution_, i);
  }

  [[nodiscard]] bool later_comes_next(const OrderRun& run) const {
    for (const Position needed : {reversal_.cause, reversal_.waker})
      if (needed != Execution::nowhere && !run.is_done(needed)) return false;
    if (!message_of_.contains(reversal_.later.task)) return true;
    const std::uint32_t message = message_of_.at(reversal_.later.task);
    return reversal_.later.operation == OperationKind::start ? run.can_start(message)
                                                             : run.is_running(message);
  }

  void visit(const OrderRun& run) {
    if (!visited_.insert(run).second) return;
    if (later_comes_next(run)) {
      Positions set;
      for (Position i = 0; i < execution_.size(); ++i)
        if (run.is_done(i)) set.push_back(i);
      sets_.insert(std::move(set));
    }
    for (Position i = 0; i < execution_.size(); ++i) {
      if (!can_be_kept(i) || !run.can_run(i)) continue;
      OrderRun next = run;
      next.run(i);
      visit(next);
    }
  }

  const Execution& execution_;
  const Reversal& reversal_;
  OrderProblem problem_;
  std::map<TaskId, std::uint32_t> message_of_;
  std::set<OrderRun> visited_;
  std::set<Positions> sets_;
};

// --- The checks ---------------------------------------------------------------------------------

struct Seen {
  int sets = 0;
  int branched = 0;   // reversals with more than one set
  int reordered = 0;  // sets that cannot keep the old order
};

void compare(const std::set<Positions>& found, const AllSets& right) {
  EXPECT_EQ(found, right.maximal());
  EXPECT_EQ(found.empty(), right.all().empty());
  for (const Positions& set : found) {
    EXPECT_TRUE(right.all().contains(set)) << testing::PrintToString(set);
    for (const Positions& other : found)
      EXPECT_TRUE(set == other || !std::ranges::includes(set, other));
  }
}

void check_sets(RecordedRun& run, Seen& seen) {
  KeptSets sets(run.execution);
  sets.begin_execution(0);
  std::vector<Positions> orders;
  for (const Reversal& reversal : reversals_in(run)) {
    SCOPED_TRACE(testing::Message() << "reversal of " << reversal.earlier << " and task "
                                    << reversal.later.task.value << " at " << reversal.later_at);
    sets.begin(reversal);
    sets.find();
    std::set<Positions> found;
    for (const Candidate& set : sets.found()) {
      Positions all = all_kept_by(set);
      seen.reordered += std::ranges::is_sorted(all) ? 0 : 1;
      orders.push_back(all);
      std::ranges::sort(all);
      for (Position i = 0; i < run.execution.size(); ++i)
        EXPECT_EQ(set.kept[i], std::ranges::binary_search(all, i)) << i;
      EXPECT_TRUE(found.insert(all).second) << "the same set twice";
    }
    compare(found, AllSets(run, reversal));
    seen.sets += static_cast<int>(found.size());
    seen.branched += found.size() > 1 ? 1 : 0;
  }
  // The runs come last, because a restart discards the conditions of awaits.
  for (const Positions& order : orders)
    EXPECT_TRUE(can_run(run, order)) << testing::PrintToString(order);
}

Seen checked(std::string_view source) {
  Seen seen;
  for (std::uint64_t seed = 0; seed <= 12; ++seed) {
    SCOPED_TRACE(seed);
    RecordedRun run(source, seed);
    check_sets(run, seen);
  }
  return seen;
}

// Without handlers, there is one set, in its original order.
TEST(KeptSets, OfThreadsAreWhatDoesNotHappenAfterTheRace) {
  const Seen seen = checked(R"(
    var x, y;
    thread t1 { x = 1; y = 1; }
    thread t2 { x = 2; y = 2; }
    thread t3 { let a = x; let b = y; })");
  EXPECT_GT(seen.sets, 0);
  EXPECT_EQ(seen.branched, 0);
  EXPECT_EQ(seen.reordered, 0);
}

// t's read of x must come before a's write to x, so only a part of a is kept. Therefore a runs
// last on its handler, after b.
TEST(KeptSets, PutATornMessageLast) {
  const Seen seen = checked(R"(
    var x, y; handler h;
    thread t { post a to h; post b to h; let v = x; }
    message a { y = 1; x = 1; }
    message b { let v = 1; })");
  EXPECT_GT(seen.reordered, 0);
}

// Only parts of two messages can be kept, but only one message can be the last on the handler, so
// one of them must be left out.
TEST(KeptSets, AreSeveralIfTwoTornMessagesShareAHandler) {
  const Seen seen = checked(R"(
    var x, y, z; handler h;
    thread t1 { post a to h; }
    thread t2 { post b to h; }
    thread t3 { y = 1; z = 1; }
    thread t4 { y = 2; }
    message a { x = 1; let v = y; let w = y; }
    message b { let v = z; let w = z; })");
  EXPECT_GT(seen.branched, 0);
}

TEST(KeptSets, AreMaximalWithOneHandler) {
  const Seen seen = checked(R"(
    var x, y, z; handler h;
    thread t { post a to h; post b to h; post c to h; }
    message a { x = 1; y = 1; }
    message b { y = 2; z = 2; }
    message c { z = 3; x = 3; })");
  EXPECT_GT(seen.sets, 0);
}

TEST(KeptSets, AreMaximalWithTwoHandlers) {
  const Seen seen = checked(R"(
    var x, y; handler h, g;
    thread t { post a to h; post b to h; post c to g; post d to g; }
    message a { x = 1; y = 1; }
    message b { y = 2; }
    message c { x = 3; y = 3; }
    message d { x = 4; })");
  EXPECT_GT(seen.branched, 0);
}

TEST(KeptSets, AreMaximalWithFifoHandlers) {
  const Seen seen = checked(R"(
    var x, y; handler h fifo;
    thread t1 { post a to h; x = 1; }
    thread t2 { post b to h; y = 1; }
    message a { x = 2; y = 2; }
    message b { y = 3; x = 3; })");
  EXPECT_GT(seen.reordered, 0);
}

TEST(KeptSets, AreMaximalWithPostsInMessages) {
  const Seen seen = checked(R"(
    var x, y; handler h, g fifo;
    thread t { post a to h; post b to h; }
    message a { x = 1; post c to g; y = 1; }
    message b { x = 2; post d to g; }
    message c { y = 3; }
    message d { y = 4; })");
  EXPECT_GT(seen.sets, 0);
}

// Some messages wait forever, and some never start.
TEST(KeptSets, AreMaximalWithAwaitsInMessages) {
  const Seen seen = checked(R"(
    var x, y; handler h;
    thread t { post a to h; post b to h; post c to h; y = 1; }
    message a { await x == 1; y = 2; }
    message b { x = 1; let v = y; }
    message c { y = 3; })");
  EXPECT_GT(seen.sets, 0);
}

TEST(KeptSets, AreMaximalWithLocksInMessages) {
  const Seen seen = checked(R"(
    var x; lock l; handler h, g;
    thread t { post a to h; post b to h; post a to g; }
    message a { lock(l); x = x + 1; unlock(l); }
    message b { x = 5; })");
  EXPECT_GT(seen.sets, 0);
}

// Compares random models with the definition. Some sets are needed so rarely that they occur only
// after thousands of models.
TEST(KeptSets, AreMaximalInRandomModels) {
  constexpr std::uint64_t models = is_sanitized ? 200 : 1000;
  Seen seen;
  for (std::uint64_t seed = 1; seed <= models; ++seed) {
    const std::string source = RandomModel(seed).source(3);
    SCOPED_TRACE(source);
    for (std::uint64_t order = 0; order < 3; ++order) {
      SCOPED_TRACE(order);
      RecordedRun run(source, order);
      check_sets(run, seen);
    }
  }
  EXPECT_GT(seen.sets, 1000);
  EXPECT_GT(seen.branched, is_sanitized ? 1 : 10);
  EXPECT_GT(seen.reordered, is_sanitized ? 1 : 10);
}

}  // namespace
}  // namespace mazurka
