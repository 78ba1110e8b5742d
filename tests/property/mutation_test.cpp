// Mutation tests of the conflict table: if any single row is removed, the random tests must fail.
// Otherwise they could not detect a missing conflict.
#include <array>

#include <gtest/gtest.h>

#include "explore/mutations.h"
#include "property/campaign.h"
#include "property/plain_search.h"
#include "property/random_program.h"
#include "property/seen.h"

namespace mazurka::property {
namespace {

// The mutated checker must be caught within this many programs of the shape.
struct Mutation {
  ConflictRow row;
  std::string_view shape;
  std::uint64_t programs;
};

constexpr std::array<Mutation, conflict_row_count> mutations = {{
    {ConflictRow::read_write, "threads", 20},
    {ConflictRow::write_write, "threads", 20},
    {ConflictRow::lock_lock, "locks", 40},
    {ConflictRow::condition, "conditions", 100},
    {ConflictRow::handler, "multiset", 20},
    {ConflictRow::mailbox, "fifo", 40},
    {ConflictRow::send_send, "mailboxes", 60},
    {ConflictRow::creation, "joins", 60},
    {ConflictRow::join, "joins", 200},
    {ConflictRow::wake, "conditions", 300},
    {ConflictRow::send_receive, "mailboxes", 60},
    {ConflictRow::after_send, "mailboxes", 100},
    {ConflictRow::success, "compares", 20},
    {ConflictRow::wakes_task, "signals", 100},
    {ConflictRow::rounds, "crowded_barriers", 40},
    {ConflictRow::arrival, "barriers", 40},
}};

const NamedShape& shape_named(std::string_view name) {
  for (const NamedShape& shape : shapes())
    if (shape.name == name) return shape;
  throw std::logic_error("no such shape");
}

class MissingConflict : public testing::TestWithParam<Mutation> {};

TEST_P(MissingConflict, IsCaughtByTheRandomRun) {
  const Mutation& mutation = GetParam();
  Campaign campaign;
  campaign.programs = mutation.programs;
  campaign.conflicts = ConflictTable::without(mutation.row);
  campaign.shrink = false;
  const Promise optimal{AlgorithmName::optimal, /*exact=*/true, /*handlers_as_locks=*/true};
  const CampaignResult result = run_campaign(shape_named(mutation.shape), optimal, campaign);
  EXPECT_NE(result.failure, "");
}

// Keys that are computed without a row merge executions that end in different states. Only the
// rows of variables can show this. The effect of a lock, a condition variable, a creation, a
// join, a wake-up or a receive is visible in the events themselves, and handlers and mailboxes
// distinguish orders, never states.
TEST_P(MissingConflict, LetsDifferentStatesHaveEqualKeys) {
  const Mutation& mutation = GetParam();
  if (mutation.row > ConflictRow::write_write && mutation.row != ConflictRow::success) return;
  bool caught = false;
  for (std::uint64_t seed = 1; seed <= 300 && !caught; ++seed) {
    const std::string source = to_source(random_program(seed, shape_named(mutation.shape).shape));
    caught =
        !search_plainly(source, false, ConflictTable::without(mutation.row), 3000).failure.empty();
  }
  EXPECT_TRUE(caught);
}

// Brute force merges executions by key, so without a row it loses traces that a search without
// merging finds. Creation, join and wake-up are left out: which event creates, ends or wakes a task
// follows from the events, so keys without these rows distinguish the same executions. The message
// that a receive takes follows from the events, too, and so do the sends that come after a receive
// that ran its `after`. Mailboxes of handlers are left out because brute force keeps their contents
// apart anyway.
TEST_P(MissingConflict, MakesBruteForceLoseTraces) {
  const Mutation& mutation = GetParam();
  const ConflictRow row = mutation.row;
  if (row >= ConflictRow::mailbox && row != ConflictRow::send_send && row != ConflictRow::success)
    return;
  SeeOptions options;
  options.conflicts = ConflictTable::without(mutation.row);
  options.handlers_as_locks = true;
  bool caught = false;
  for (std::uint64_t seed = 1; seed <= mutation.programs && !caught; ++seed) {
    const std::string source = to_source(random_program(seed, shape_named(mutation.shape).shape));
    const PlainResult plain = search_plainly(source, /*handlers_as_locks=*/true, {}, 3000);
    caught = plain.complete && see(source, AlgorithmName::naive, options).traces != plain.traces;
  }
  EXPECT_TRUE(caught);
}

// Sleep sets and the backtrack sets of DPOR cannot be combined without care.
TEST(DporTrap, ASleepingTaskThatReversesARaceIsSeenByTheRandomRun) {
  Campaign campaign;
  campaign.programs = 20;
  campaign.shrink = false;
  const WithMutations faults({.trusts_sleepers = true});
  const Promise dpor{AlgorithmName::dpor, /*exact=*/false, /*handlers_as_locks=*/true};
  const CampaignResult result = run_campaign(shape_named("threads"), dpor, campaign);
  EXPECT_NE(result.failure.find("misses"), std::string::npos) << result.failure;
}

// A compare-exchange that changes places with a write may do something else than before.
TEST(CompareExchange, ThatKeepsItsOutcomeWhenReversedIsSeenByTheRandomRun) {
  Campaign campaign;
  campaign.programs = 40;
  campaign.shrink = false;
  const WithMutations faults({.keeps_outcome = true});
  const Promise optimal{AlgorithmName::optimal, /*exact=*/true, /*handlers_as_locks=*/true};
  EXPECT_NE(run_campaign(shape_named("compares"), optimal, campaign).failure, "");
}

INSTANTIATE_TEST_SUITE_P(Rows, MissingConflict, testing::ValuesIn(mutations),
                         [](const auto& tested) { return std::string(name_of(tested.param.row)); });

}  // namespace
}  // namespace mazurka::property
