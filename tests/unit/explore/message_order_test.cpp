#include "explore/messages/message_order.h"

#include <algorithm>
#include <array>

#include <gtest/gtest.h>

#include "core/invariant.h"
#include "unit/explore/order_problem.h"
#include "unit/random.h"

namespace mazurka {
namespace {

constexpr std::array<Discipline, 2> both_disciplines = {Discipline::multiset, Discipline::fifo};

// Returns whether find_order() finds an order, and checks that it is a valid one.
bool is_solved(const ProblemBuilder& builder) {
  const auto order = find_order(builder.problem);
  if (!order) return false;
  EXPECT_TRUE(can_be_run(builder.problem, *order));
  return true;
}

// Returns the index of the event in the solution. REQUIRES: there is one.
std::size_t place_of(std::uint32_t event, const ProblemBuilder& builder) {
  const auto order = find_order(builder.problem).value();
  return static_cast<std::size_t>(std::ranges::find(order, event) - order.begin());
}

TEST(MessageOrder, NothingHasTheEmptyOrder) {
  EXPECT_EQ(find_order({}), std::vector<std::uint32_t>());
}

TEST(MessageOrder, EventsOfThreadsFollowThePartialOrder) {
  ProblemBuilder builder;
  const auto late = builder.event();
  const auto early = builder.event();
  builder.order(early, late);
  EXPECT_EQ(find_order(builder.problem), (std::vector<std::uint32_t>{early, late}));
  builder.order(late, early);
  EXPECT_FALSE(is_solved(builder));  // a cycle
}

// A new execution should resemble the old one as far as possible.
TEST(MessageOrder, FreeDecisionsAreTakenInTheOrderGiven) {
  for (const Discipline discipline : both_disciplines) {
    ProblemBuilder builder;
    const auto handler = builder.handler(discipline);
    for (int i = 0; i < 3; ++i) builder.waiting(handler);
    for (std::uint32_t message : {0u, 1u, 2u}) builder.whole(message, 2);
    EXPECT_EQ(find_order(builder.problem), (std::vector<std::uint32_t>{0, 1, 2, 3, 4, 5, 6, 7, 8}));
  }
}

// Each message must have started before the other ends, which requires two handlers.
TEST(MessageOrder, MessagesOfOneHandlerDoNotOverlap) {
  for (const Discipline discipline : both_disciplines)
    for (const bool two_handlers : {false, true}) {
      ProblemBuilder builder;
      const auto handler = builder.handler(discipline);
      const auto a = builder.waiting(handler);
      const auto b = builder.waiting(two_handlers ? builder.handler(discipline) : handler);
      builder.whole(a, 2);
      builder.whole(b, 2);
      builder.overlap(a, b);
      EXPECT_EQ(is_solved(builder), two_handlers);
    }
}

TEST(MessageOrder, OnlyMultisetHandlersPassOverMessagesOfTheMailbox) {
  for (const Discipline discipline : both_disciplines) {
    ProblemBuilder builder;
    const auto handler = builder.handler(discipline);
    const auto a = builder.waiting(handler);
    const auto b = builder.waiting(handler);
    builder.whole(a, 2);
    builder.whole(b, 2);
    builder.order(builder.first_of(b), builder.last_of(a));
    EXPECT_EQ(is_solved(builder), discipline == Discipline::multiset);
  }
}

TEST(MessageOrder, FifoHandlersFollowTheOrderOfThePosts) {
  for (const Discipline discipline : both_disciplines)
    for (const bool posts_are_ordered : {false, true}) {
      SCOPED_TRACE(posts_are_ordered);
      ProblemBuilder builder;
      const auto handler = builder.handler(discipline);
      const auto a = builder.message(handler);
      const auto b = builder.message(handler);
      const auto post_a = builder.post(a);
      const auto post_b = builder.post(b);
      builder.whole(a, 2);
      builder.whole(b, 2);
      builder.order(builder.last_of(b), builder.first_of(a));
      if (posts_are_ordered) builder.order(post_a, post_b);
      EXPECT_EQ(is_solved(builder), discipline == Discipline::multiset || !posts_are_ordered);
    }
}

TEST(MessageOrder, AMessageInTheMailboxComesBeforeThoseThatArePostedLater) {
  ProblemBuilder builder;
  const auto handler = builder.handler(Discipline::fifo);
  const auto late = builder.message(handler);
  const auto early = builder.waiting(handler);
  builder.post(late);
  builder.whole(late, 1);
  builder.whole(early, 1);
  EXPECT_LT(place_of(builder.first_of(early), builder), place_of(builder.first_of(late), builder));
  builder.order(builder.last_of(late), builder.first_of(early));
  EXPECT_FALSE(is_solved(builder));
}

// The first message in the mailbox does not start, so a fifo handler cannot run any message.
TEST(MessageOrder, AMessageThatDoesNotStartBlocksAFifoHandler) {
  for (const Discipline discipline : both_disciplines) {
    ProblemBuilder builder;
    const auto handler = builder.handler(discipline);
    builder.waiting(handler);
    builder.whole(builder.waiting(handler), 2);
    EXPECT_EQ(is_solved(builder), discipline == Discipline::multiset);
  }
}

TEST(MessageOrder, AMessageThatDoesNotStartIsPostedLastToAFifoHandler) {
  for (const Discipline discipline : both_disciplines) {
    ProblemBuilder builder;
    const auto handler = builder.handler(discipline);
    const auto idle = builder.message(handler);
    const auto runs = builder.message(handler);
    const auto post_idle = builder.post(idle);
    const auto post_runs = builder.post(runs);
    builder.whole(runs, 2);
    EXPECT_TRUE(is_solved(builder));
    builder.order(post_idle, post_runs);
    EXPECT_EQ(is_solved(builder), discipline == Discipline::multiset);
  }
}

TEST(MessageOrder, AnUnfinishedMessageComesLast) {
  ProblemBuilder builder;
  const auto handler = builder.handler(Discipline::multiset);
  const auto unfinished = builder.waiting(handler);
  const auto whole = builder.waiting(handler);
  builder.event(unfinished);
  builder.event(unfinished);
  builder.whole(whole, 2);
  EXPECT_LT(place_of(builder.last_of(whole), builder),
            place_of(builder.first_of(unfinished), builder));
  builder.order(builder.first_of(unfinished), builder.last_of(whole));
  EXPECT_FALSE(is_solved(builder));
}

TEST(MessageOrder, TwoUnfinishedMessagesNeedTwoHandlers) {
  for (const bool two_handlers : {false, true}) {
    ProblemBuilder builder;
    const auto handler = builder.handler(Discipline::multiset);
    builder.event(builder.waiting(handler));
    builder.event(builder.waiting(two_handlers ? builder.handler(Discipline::multiset) : handler));
    EXPECT_EQ(is_solved(builder), two_handlers);
  }
}

TEST(MessageOrder, WhatRunsAtTheEndStartsLast) {
  ProblemBuilder builder;
  const auto handler = builder.handler(Discipline::multiset);
  const auto continues = builder.waiting(handler);
  const auto other = builder.waiting(handler);
  builder.event(continues);
  builder.whole(other, 2);
  builder.problem.runs_at_end = continues;
  EXPECT_LT(place_of(builder.last_of(other), builder),
            place_of(builder.first_of(continues), builder));
  builder.event(builder.waiting(handler));  // a second message that does not end
  EXPECT_FALSE(is_solved(builder));
}

TEST(MessageOrder, WhatRunsAtTheEndMayPostToItsOwnHandler) {
  ProblemBuilder builder;
  const auto handler = builder.handler(Discipline::fifo);
  const auto continues = builder.waiting(handler);
  builder.event(continues);
  builder.problem.runs_at_end = continues;
  const auto posted = builder.message(handler);
  builder.post(posted, continues);
  EXPECT_TRUE(is_solved(builder));
  builder.whole(posted, 1);
  EXPECT_FALSE(is_solved(builder));
}

// Messages that overlap in time determine each other's order. All four pairs overlap, so each order
// on the first handler requires both orders on the second. Propagation alone does not detect this;
// the search has to try a decision.
TEST(MessageOrder, OrdersOfTwoHandlersCanContradictEachOther) {
  for (const Discipline discipline : both_disciplines)
    for (const bool all_pairs : {false, true}) {
      ProblemBuilder builder;
      const auto here = builder.handler(discipline);
      const auto there = builder.handler(discipline);
      const std::array<std::uint32_t, 4> messages = {builder.message(here), builder.message(here),
                                                     builder.message(there),
                                                     builder.message(there)};
      for (const auto message : messages) builder.post(message);
      for (const auto message : messages) builder.whole(message, 2);
      const auto [a1, b1, a2, b2] = messages;
      builder.overlap(a1, a2);
      builder.overlap(b1, b2);
      builder.overlap(a1, b2);
      if (all_pairs) builder.overlap(b1, a2);
      EXPECT_EQ(is_solved(builder), !all_pairs);
    }
}

// If a1 comes before b1, then a2 must come before b2, and b2 before a2. This contradiction shows
// only when the decision is tried, and the search tries it first.
TEST(MessageOrder, ADecisionThatLeadsNowhereIsTakenBack) {
  for (const Discipline discipline : both_disciplines) {
    ProblemBuilder builder;
    const auto here = builder.handler(discipline);
    const auto there = builder.handler(discipline);
    const std::array<std::uint32_t, 4> messages = {builder.message(here), builder.message(here),
                                                   builder.message(there), builder.message(there)};
    for (const auto message : messages) builder.post(message);
    for (const auto message : messages) builder.whole(message, 2);
    const auto [a1, b1, a2, b2] = messages;
    for (const auto other : {a2, b2}) {
      builder.order(builder.first_of(other), builder.last_of(a1));
      builder.order(builder.first_of(b1), builder.last_of(other));
    }
    ASSERT_TRUE(is_solved(builder));
    EXPECT_LT(place_of(builder.last_of(b1), builder), place_of(builder.first_of(a1), builder));
  }
}

// In a ring of handlers, each handler has the order of the one before; the last
// one contradicts the first.
TEST(MessageOrder, OrdersThatAgreeAroundARingMustComeBackTheSame) {
  for (const bool twisted : {false, true}) {
    ProblemBuilder builder;
    constexpr std::uint32_t length = 5;
    for (std::uint32_t i = 0; i < length; ++i) {
      const auto handler = builder.handler(Discipline::multiset);
      builder.whole(builder.waiting(handler), 2);
      builder.whole(builder.waiting(handler), 2);
    }
    for (std::uint32_t i = 0; i + 1 < length; ++i) {
      builder.overlap(2 * i, 2 * i + 2);
      builder.overlap(2 * i + 1, 2 * i + 3);
    }
    builder.overlap(2 * length - 2, twisted ? 1 : 0);
    builder.overlap(2 * length - 1, twisted ? 0 : 1);
    EXPECT_EQ(is_solved(builder), !twisted);
  }
}

// A message that is posted to the handler of its poster can only run after the poster.
TEST(MessageOrder, AMessageEndsBeforeWhatItPostsToItsOwnHandler) {
  for (const bool own_handler : {false, true}) {
    ProblemBuilder builder;
    const auto handler = builder.handler(Discipline::multiset);
    const auto outer = builder.waiting(handler);
    const auto inner =
        builder.message(own_handler ? handler : builder.handler(Discipline::multiset));
    builder.event(outer);
    builder.post(inner, outer);
    builder.end(outer);
    builder.whole(inner, 2);
    EXPECT_TRUE(is_solved(builder));
    builder.order(builder.first_of(inner), builder.last_of(outer));
    EXPECT_EQ(is_solved(builder), !own_handler);
  }
}

// b must run before a. Each of them is posted by a message of another handler, so these two
// messages must be reordered as well, against the given order.
TEST(MessageOrder, PostsInsideMessagesCarryAnOrderToTheirHandler) {
  ProblemBuilder builder;
  const auto posters = builder.handler(Discipline::multiset);
  const auto target = builder.handler(Discipline::fifo);
  const auto a = builder.message(target);
  const auto b = builder.message(target);
  for (const auto message : {a, b}) {
    const auto poster = builder.waiting(posters);
    builder.event(poster);
    builder.post(message, poster);
    builder.end(poster);
  }
  builder.whole(a, 2);
  builder.whole(b, 2);
  builder.order(builder.last_of(b), builder.first_of(a));
  EXPECT_TRUE(is_solved(builder));
  builder.order(builder.first_of(2), builder.first_of(3));  // but the poster of a starts first
  EXPECT_FALSE(is_solved(builder));
}

// --- Malformed problems -----------------------------------------------------------------------

// Without the start, the search could not tell when the message occupies its handler.
TEST(MessageOrder, RejectsAMessageThatRunsWithoutItsStart) {
  for (const Discipline discipline : both_disciplines) {
    ProblemBuilder builder;
    const auto handler = builder.handler(discipline);
    const auto a = builder.waiting(handler);
    const auto b = builder.waiting(handler);
    builder.whole(a, 2);
    builder.whole(b, 2);
    ASSERT_TRUE(is_solved(builder));
    builder.problem.events[builder.first_of(b)].starts = false;
    EXPECT_THROW((void)find_order(builder.problem), InvariantError);
  }
}

TEST(MessageOrder, RejectsAMessageThatNobodyPosts) {
  for (const Discipline discipline : both_disciplines) {
    ProblemBuilder builder;
    const auto handler = builder.handler(discipline);
    builder.whole(builder.message(handler), 1);
    EXPECT_THROW((void)find_order(builder.problem), InvariantError);
  }
}

// --- Random problems --------------------------------------------------------------------------

// Returns the same problem with its events listed in an order in which they might not be
// executable.
OrderProblem shuffled(const OrderProblem& problem, Random& random) {
  std::vector<std::uint32_t> place(problem.events.size());
  for (std::uint32_t i = 0; i < place.size(); ++i) place[i] = i;
  for (auto i = static_cast<std::uint32_t>(place.size()); i > 1; --i)
    std::swap(place[i - 1], place[random.below(i)]);
  OrderProblem result = problem;
  for (std::uint32_t i = 0; i < place.size(); ++i) {
    OrderProblem::Event& event = result.events[place[i]] = problem.events[i];
    for (std::uint32_t& before : event.after) before = place[before];
  }
  return result;
}

void add_events(ProblemBuilder& builder, std::uint32_t message, Random& random) {
  const std::uint32_t count = random.below(4);
  for (std::uint32_t i = 0; i < count; ++i) builder.event(message);
  if (count > 0) builder.problem.events.back().ends = random.below(5) > 0;
}

// Returns a problem with up to two handlers and four messages, some posted by
// messages, some in a fixed order.
OrderProblem random_problem(Random& random) {
  ProblemBuilder builder;
  for (std::uint32_t i = 1 + random.below(2); i > 0; --i)
    builder.handler(random.one_in(2) ? Discipline::multiset : Discipline::fifo);
  const auto handlers = static_cast<std::uint32_t>(builder.problem.handlers.size());
  for (std::uint32_t i = 0; i < 4; ++i) {
    const std::uint32_t handler = random.below(handlers);
    const auto others = static_cast<std::uint32_t>(builder.problem.events.size());
    const std::uint32_t by =
        others == 0 ? no_message : builder.problem.events[random.below(others)].message;
    if (random.one_in(3)) {
      add_events(builder, builder.waiting(handler), random);
    } else {
      const std::uint32_t message = builder.message(handler);
      // If the poster has already ended, a thread posts the message instead.
      const bool inside = by != no_message && !builder.problem.events[builder.last_of(by)].ends;
      builder.post(message, inside ? by : no_message);
      add_events(builder, message, random);
    }
  }
  // Adds a partial order that is independent of the handlers and may contradict their rules.
  const auto size = static_cast<std::uint32_t>(builder.problem.events.size());
  for (std::uint32_t i = random.below(5); size > 1 && i > 0; --i) {
    const std::uint32_t a = random.below(size);
    const std::uint32_t b = random.below(size);
    if (a != b) builder.order(a, b);
  }
  for (const OrderProblem::Event& event : builder.problem.events)
    if (event.message != no_message && random.one_in(6) &&
        !builder.problem.events[builder.last_of(event.message)].ends)
      builder.problem.runs_at_end = event.message;
  return shuffled(builder.problem, random);
}

TEST(MessageOrder, AgreesWithAllPermutationsOfRandomProblems) {
  int solved = 0;
  int unsolved = 0;
  for (std::uint32_t seed = 1; seed <= 2000; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const OrderProblem problem = random_problem(random);
    const auto order = find_order(problem);
    EXPECT_EQ(order.has_value(), has_solution(problem));
    EXPECT_TRUE(!order || can_be_run(problem, *order));
    ++(order ? solved : unsolved);
  }
  // Both answers are frequent.
  EXPECT_GT(solved, 400);
  EXPECT_GT(unsolved, 400);
}

// Returns a problem in which propagation determines little, because each message waits only for
// starts on the other handler. The search must make decisions, and many of them are wrong.
OrderProblem entangled_problem(Random& random) {
  ProblemBuilder builder;
  for (int i = 0; i < 2; ++i)
    builder.handler(random.one_in(2) ? Discipline::fifo : Discipline::multiset);
  constexpr std::uint32_t messages = 6;
  for (std::uint32_t m = 0; m < messages; ++m) builder.post(builder.message(m % 2));
  for (std::uint32_t m = 0; m < messages; ++m) builder.whole(m, 2);
  for (std::uint32_t m = 0; m < messages; ++m)
    for (std::uint32_t other = (m + 1) % 2; other < messages; other += 2)
      if (random.one_in(2)) builder.order(builder.first_of(m), builder.last_of(other));
  return shuffled(builder.problem, random);
}

TEST(MessageOrder, AgreesWithAllPermutationsOfEntangledProblems) {
  int solved = 0;
  int unsolved = 0;
  for (std::uint32_t seed = 1; seed <= 300; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const OrderProblem problem = entangled_problem(random);
    const auto order = find_order(problem);
    EXPECT_EQ(order.has_value(), has_solution(problem));
    EXPECT_TRUE(!order || can_be_run(problem, *order));
    ++(order ? solved : unsolved);
  }
  EXPECT_GT(solved, 50);
  EXPECT_GT(unsolved, 20);
}

}  // namespace
}  // namespace mazurka
