// The event-driven consistency problem is NP-hard because the verification of sequential
// consistency with known reads-from (VSC-read) reduces to it: [EventDpor], Appendix B. Here the
// reduction yields hard problems for find_order() whose answers are known independently.
#include <gtest/gtest.h>

#include "unit/explore/order_problem.h"
#include "unit/random.h"

namespace mazurka {
namespace {

// A write, or a read that reads from the write at index `from`.
struct MemoryAccess {
  static constexpr std::uint32_t writes = 0xffffffffu;
  std::uint32_t thread = 0;  // thread 0 initialises: its accesses precede all others
  std::uint32_t variable = 0;
  std::uint32_t from = writes;
  [[nodiscard]] bool is_write() const { return from == writes; }
};
using AccessHistory = std::vector<MemoryAccess>;  // of each thread in program order

bool is_program_ordered(const AccessHistory& history, std::size_t a, std::size_t b) {
  return a < b && (history[a].thread == history[b].thread || history[a].thread == 0);
}

// --- Brute force: all interleavings -----------------------------------------------------------

constexpr std::uint32_t variables = 4;

bool can_go_next(const AccessHistory& history, const std::vector<std::uint32_t>& order,
                 std::uint32_t next) {
  std::uint32_t last_write = MemoryAccess::writes;
  std::vector<bool> done(history.size(), false);
  for (const std::uint32_t i : order) {
    done[i] = true;
    if (history[i].is_write() && history[i].variable == history[next].variable) last_write = i;
  }
  for (std::uint32_t i = 0; i < next; ++i)
    if (!done[i] && is_program_ordered(history, i, next)) return false;
  return !done[next] && (history[next].is_write() || history[next].from == last_write);
}

bool has_completion(const AccessHistory& history, std::vector<std::uint32_t>& order) {
  if (order.size() == history.size()) return true;
  for (std::uint32_t i = 0; i < history.size(); ++i) {
    if (!can_go_next(history, order, i)) continue;
    order.push_back(i);
    if (has_completion(history, order)) return true;
    order.pop_back();
  }
  return false;
}

bool is_sequentially_consistent(const AccessHistory& history) {
  std::vector<std::uint32_t> order;
  return has_completion(history, order);
}

// --- The reduction ----------------------------------------------------------------------------

// One handler h runs a message p_e per access e; their order is the interleaving. For each variable
// x, a handler h_x runs a message p_(e,x) per write e, which lasts from before p_e until after all
// p_e' that read from it. So no other write to x can come in between.
struct Reduction {
  explicit Reduction(const AccessHistory& history) {
    const auto h = builder.handler(Discipline::multiset);
    for (std::uint32_t x = 0; x < variables; ++x) builder.handler(Discipline::multiset);
    for (const MemoryAccess& access : history) {
      (void)access;
      const auto message = builder.waiting(h);
      starts.push_back(builder.event(message));
      first.push_back(builder.event(message));
      middle.push_back(builder.event(message));  // the write of x_t
      last.push_back(builder.end(message));
    }
    for (std::uint32_t e = 0; e < history.size(); ++e) {
      for (std::uint32_t later = e + 1; later < history.size(); ++later)
        if (is_program_ordered(history, e, later)) builder.order(middle[e], middle[later]);
      if (history[e].is_write()) enclose(history, e);
    }
  }

  // Adds p_(e,x): four writes, and what must come between them.
  void enclose(const AccessHistory& history, std::uint32_t e) {
    const auto message = builder.waiting(1 + history[e].variable);
    builder.event(message);  // its start
    builder.order(builder.event(message), first[e]);
    builder.order(last[e], builder.event(message));
    const auto third = builder.event(message);
    const auto fourth = builder.end(message);
    for (std::uint32_t read = 0; read < history.size(); ++read) {
      if (history[read].from != e) continue;
      builder.order(third, first[read]);
      builder.order(last[read], fourth);
    }
  }

  // Returns the interleaving that an order of the events represents.
  [[nodiscard]] std::vector<std::uint32_t> interleaving(
      const std::vector<std::uint32_t>& order) const {
    std::vector<std::uint32_t> result;
    for (const std::uint32_t event : order)
      for (std::uint32_t e = 0; e < starts.size(); ++e)
        if (starts[e] == event) result.push_back(e);
    return result;
  }

  ProblemBuilder builder;
  std::vector<std::uint32_t> starts, first, middle, last;  // by access
};

// Returns the answer of find_order(). If it finds an order, that must be an
// interleaving with these reads.
bool is_consistent_by_reduction(const AccessHistory& history) {
  const Reduction reduction(history);
  const auto order = find_order(reduction.builder.problem);
  if (!order) return false;
  EXPECT_TRUE(can_be_run(reduction.builder.problem, *order));
  std::vector<std::uint32_t> done;
  for (const std::uint32_t next : reduction.interleaving(*order)) {
    EXPECT_TRUE(can_go_next(history, done, next)) << next;
    done.push_back(next);
  }
  return true;
}

constexpr std::uint32_t x = 0;
constexpr std::uint32_t y = 1;
MemoryAccess write(std::uint32_t thread, std::uint32_t variable) { return {thread, variable}; }
MemoryAccess read(std::uint32_t thread, std::uint32_t variable, std::uint32_t from) {
  return {thread, variable, from};
}

// Indices 0 and 1 are the initial writes of x and y.
AccessHistory initialised(AccessHistory history) {
  history.insert(history.begin(), {write(0, x), write(0, y)});
  return history;
}

void expect_consistent(const AccessHistory& history, bool expected) {
  EXPECT_EQ(is_sequentially_consistent(history), expected);
  EXPECT_EQ(is_consistent_by_reduction(history), expected);
}

// x = 1; read y  ‖  y = 1; read x: both reads may return 0 on real processors, but in no
// interleaving.
TEST(SequentialConsistency, ForbidsStoreBuffering) {
  for (const std::uint32_t y_from : {1u, 4u})
    for (const std::uint32_t x_from : {0u, 2u})
      expect_consistent(
          initialised({write(1, x), read(1, y, y_from), write(2, y), read(2, x, x_from)}),
          y_from != 1 || x_from != 0);
}

// x = 1; y = 1  ‖  read y; read x: a thread that sees the second write also sees the first.
TEST(SequentialConsistency, PassesMessagesOn) {
  for (const std::uint32_t y_from : {1u, 3u})
    for (const std::uint32_t x_from : {0u, 2u})
      expect_consistent(
          initialised({write(1, x), write(1, y), read(2, y, y_from), read(2, x, x_from)}),
          y_from != 3 || x_from != 0);
}

// Two readers must not disagree on which of two independent writes came first.
TEST(SequentialConsistency, ForbidsReadersToDisagree) {
  for (const std::uint32_t x_from : {0u, 2u})
    expect_consistent(initialised({write(1, x), write(2, y), read(3, x, 2), read(3, y, 1),
                                   read(4, y, 3), read(4, x, x_from)}),
                      x_from == 2);
}

// A thread that reads x = 1 must not read x = 0 afterwards.
TEST(SequentialConsistency, ForbidsToReadBackwards) {
  expect_consistent(initialised({write(1, x), read(2, x, 2), read(2, x, 0)}), false);
  expect_consistent(initialised({write(1, x), read(2, x, 0), read(2, x, 2)}), true);
}

// A read cannot return the value of a write that itself depends on a later write of the reader.
TEST(SequentialConsistency, ForbidsValuesOutOfThinAir) {
  expect_consistent(initialised({read(1, x, 5), write(1, y), read(2, y, 3), write(2, x)}), false);
}

// Three threads write two variables, and two observers see the last writes in different orders. The
// order of the writes is not given, so the search has to guess it.
TEST(SequentialConsistency, GuessesTheOrderOfWrites) {
  for (const std::uint32_t last : {2u, 4u})
    expect_consistent(
        initialised({write(1, x), write(1, y), write(2, x), write(2, y),  //
                     read(3, x, 2), read(3, x, 4), read(4, x, 6 - last), read(4, x, last)}),
        last == 4);
}

AccessHistory random_history(std::uint32_t seed) {
  Random random(seed);
  AccessHistory history = initialised({});
  for (std::uint32_t thread = 1; thread <= 3; ++thread)
    for (std::uint32_t i = 2 + random.below(2); i > 0; --i)
      history.push_back(write(thread, random.below(2)));
  for (std::uint32_t i = 2; i < history.size(); ++i) {
    const std::uint32_t from = random.below(history.size());
    const bool is_candidate = from != i && history[from].is_write();
    if (is_candidate && history[from].variable == history[i].variable) history[i].from = from;
  }
  // An access may have been a write when a read chose it and may have become a read since.
  for (MemoryAccess& access : history)
    while (!access.is_write() && !history[access.from].is_write())
      access.from = access.variable;  // the initial write
  return history;
}

TEST(SequentialConsistency, OfRandomHistoriesIsAsBruteForceSays) {
  int consistent = 0;
  int inconsistent = 0;
  for (std::uint32_t seed = 1; seed <= 300; ++seed) {
    SCOPED_TRACE(seed);
    const AccessHistory history = random_history(seed);
    const bool expected = is_sequentially_consistent(history);
    EXPECT_EQ(is_consistent_by_reduction(history), expected);
    ++(expected ? consistent : inconsistent);
  }
  EXPECT_GT(consistent, 50);
  EXPECT_GT(inconsistent, 50);
}

}  // namespace
}  // namespace mazurka
