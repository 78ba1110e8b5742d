// For each known trap of Event-DPOR, a deliberately wrong implementation must make the random tests
// fail. Otherwise these tests would not detect that mistake in the real implementation.
//
// The numbers of programs are about twice as many as were needed at the time of writing.
#include <array>

#include <gtest/gtest.h>

#include "explore/mutations.h"
#include "property/campaign.h"

namespace mazurka::property {
namespace {

constexpr Promise event{AlgorithmName::event, /*exact=*/true, /*handlers_as_locks=*/false};

struct EventMutation {
  std::string_view name;
  Mutations faults;
  std::string_view shape;
  std::uint64_t programs;
  std::string_view complaint;  // expected in the failure message
};

constexpr auto event_mutations = std::to_array<EventMutation>({
    {"Trap1", {.needs_all_predecessors = true}, "multiset", 5, "misses"},
    {"Trap1Fifo", {.needs_all_predecessors = true}, "fifo", 5, "misses"},
    {"Trap2", {.keeps_what_came_before = true}, "multiset_branching", 100, "misses"},
    {"Trap2Mixed", {.keeps_what_came_before = true}, "mixed_everything", 60, "misses"},
    {"OneSet", {.only_first_set = true}, "multiset_locks", 1500, "misses"},
    // Candidates that were collected but not explored are missing from the sum of explored traces.
    {"Trap3", {.leaves_siblings_behind = true}, "multiset", 20, "prediction failed"},
    {"Trap3Fifo", {.leaves_siblings_behind = true}, "fifo", 20, "prediction failed"},
    {"Trap4", {.forgets_last_step = true}, "multiset", 20, "misses"},
    {"Trap4Fifo", {.forgets_last_step = true}, "fifo", 20, "misses"},
    {"Changes", {.trusts_changes = true}, "multiset", 20, "misses"},
    {"ChangesFifo", {.trusts_changes = true}, "fifo", 20, "misses"},
    {"Trap5", {.no_contained = true}, "multiset_waiting", 10, "misses"},
    {"Trap5Fifo", {.no_contained = true}, "fifo_waiting", 150, "misses"},
    {"Trap5NeverStarted", {.never_started_stay = true}, "multiset_waiting", 100, "misses"},
    {"PredictedOutcome", {.predicts_same_outcome = true}, "multiset_compares", 20, "prediction"},
    {"Trap5NeverStartedFifo", {.never_started_stay = true}, "fifo_waiting", 60, "misses"},
});

const NamedShape& shape_of_events(std::string_view name) {
  for (const NamedShape& shape : shapes())
    if (shape.name == name) return shape;
  throw std::logic_error("no such shape");
}

class EventDporTrap : public testing::TestWithParam<EventMutation> {};

TEST_P(EventDporTrap, IsSeenByTheRandomRun) {
  Campaign campaign;
  campaign.programs = GetParam().programs;
  campaign.shrink = false;
  const WithMutations faults(GetParam().faults);
  const CampaignResult result = run_campaign(shape_of_events(GetParam().shape), event, campaign);
  EXPECT_NE(result.failure.find(GetParam().complaint), std::string::npos) << result.failure;
}

INSTANTIATE_TEST_SUITE_P(Switched, EventDporTrap, testing::ValuesIn(event_mutations),
                         [](const auto& tested) { return std::string(tested.param.name); });

}  // namespace
}  // namespace mazurka::property
