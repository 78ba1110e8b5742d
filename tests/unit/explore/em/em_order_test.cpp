#include "explore/algorithm/em/em_order.h"

#include <gtest/gtest.h>

#include "unit/explore/random_model.h"
#include "unit/explore/recorded_run.h"

namespace mazurka {
namespace {

// Implements Definition 3.1 of [EmDpor18] literally: the smallest transitive relation that has the
// direct edges and is closed under the fifo rule.
class OrderByDefinition {
 public:
  explicit OrderByDefinition(const Execution& execution)
      : execution_(execution),
        before_(execution.size(), std::vector<bool>(execution.size(), false)) {
    for (Position later = 0; later < execution.size(); ++later)
      for (Position earlier = 0; earlier < later; ++earlier)
        if (is_direct(earlier, later)) before_[earlier][later] = true;
    do {
      close();
    } while (apply_fifo_rule());
  }

  [[nodiscard]] bool happens_before(Position a, Position b) const { return before_[a][b]; }
  [[nodiscard]] std::uint32_t fifo_edges() const { return fifo_edges_; }

 private:
  [[nodiscard]] bool is_direct(Position earlier, Position later) const {
    const Event& a = execution_[earlier];
    const Event& b = execution_[later];
    const bool creates =
        (a.operation == OperationKind::post || a.operation == OperationKind::spawn) &&
        a.other == b.task;
    return a.task == b.task || creates || (awaited_event(b) == a.id()) ||
           conflict(execution_.registry(), execution_.conflicts(), a.accesses, b.accesses);
  }
  void close() {
    const std::size_t size = before_.size();
    for (std::size_t k = 0; k < size; ++k)
      for (std::size_t i = 0; i < size; ++i)
        for (std::size_t j = 0; j < size; ++j)
          if (before_[i][k] && before_[k][j]) before_[i][j] = true;
  }
  // If post(m) → post(m') to one handler, then the end of m → the start of m'.
  bool apply_fifo_rule() {
    bool has_changed = false;
    for (Position a = 0; a < execution_.size(); ++a)
      for (Position b = 0; b < execution_.size(); ++b) {
        const Event& first = execution_[a];
        const Event& second = execution_[b];
        if (!before_[a][b] || first.operation != OperationKind::post ||
            second.operation != OperationKind::post ||
            execution_.registry().handler_of(first.other) !=
                execution_.registry().handler_of(second.other))
          continue;
        const auto first_events = execution_.events_of(first.other);
        const auto second_events = execution_.events_of(second.other);
        if (first_events.empty() || second_events.empty()) continue;
        if (before_[first_events.back()][second_events.front()]) continue;
        before_[first_events.back()][second_events.front()] = true;
        has_changed = true;
        ++fifo_edges_;
      }
    return has_changed;
  }

  const Execution& execution_;
  std::vector<std::vector<bool>> before_;
  std::uint32_t fifo_edges_ = 0;
};

std::string all_fifo(std::string source) {
  const std::size_t declaration = source.find("handler h");
  const std::size_t end = source.find(";\n", declaration);
  return source.replace(declaration, end - declaration, "handler h fifo, g fifo");
}

void expect_same_order(const EmOrder& order, const Execution& execution) {
  const OrderByDefinition expected(execution);
  for (Position b = 0; b < execution.size(); ++b)
    for (Position a = 0; a < b; ++a)
      EXPECT_EQ(order.happens_before(a, b), expected.happens_before(a, b)) << a << " " << b;
}

TEST(EmOrder, IsTheRelationOfTheDefinition) {
  std::uint32_t fifo_edges = 0;
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    RandomModel model(seed);
    const std::string source = all_fifo(model.source(3));
    SCOPED_TRACE(source);
    RecordedRun run(source, seed);
    const EmThreads threads;
    EmOrder order(run.execution, threads, {});
    for (Position i = 0; i < run.execution.size(); ++i) order.push(Execution::nowhere);
    expect_same_order(order, run.execution);
    fifo_edges += OrderByDefinition(run.execution).fifo_edges();
  }
  EXPECT_GT(fifo_edges, 20u);  // otherwise the fifo rule was not tested
}

// Backtracking keeps a prefix of an execution. Events that are pushed after it again
// must be ordered as before.
TEST(EmOrder, PushedAgainAfterATruncationIsTheSame) {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    RandomModel model(seed);
    RecordedRun run(all_fifo(model.source(3)), seed);
    const EmThreads threads;
    EmOrder order(run.execution, threads, {});
    for (Position i = 0; i < run.execution.size(); ++i) order.push(Execution::nowhere);
    order.truncate(run.execution.size() / 2);
    EXPECT_EQ(order.size(), run.execution.size() / 2);
    while (order.size() < run.execution.size()) order.push(Execution::nowhere);
    expect_same_order(order, run.execution);
  }
}

// Rule 3: a reordered post happens before the event that the caller names.
TEST(EmOrder, HasTheEdgesBetweenReorderedPosts) {
  RecordedRun run(
      "handler h fifo; thread a { post m to h; } thread b { post k to h; }\n"
      "message m { } message k { }");
  std::vector<Position> posts;
  for (Position i = 0; i < run.execution.size(); ++i)
    if (run.execution[i].operation == OperationKind::post) posts.push_back(i);
  ASSERT_EQ(posts.size(), 2u);
  const EmThreads threads;
  EmOrder without(run.execution, threads, {});
  EmOrder with(run.execution, threads, {});
  for (Position i = 0; i < run.execution.size(); ++i) {
    without.push(Execution::nowhere);
    with.push(i == posts[1] ? posts[0] : Execution::nowhere);
  }
  EXPECT_FALSE(without.happens_before(posts[0], posts[1]));
  EXPECT_TRUE(with.happens_before(posts[0], posts[1]));
}

}  // namespace
}  // namespace mazurka
