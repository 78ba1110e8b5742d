// Each trap of Event-DPOR, fallen into on purpose, must make the random run fail: a test that
// cannot see a trap would not see us fall into it.
//
// The numbers of programs are about twice what was needed when this was written. Trap 2 is
// tried without the safety net (no_make_up), which finds again what it loses.
#include <array>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include "property/campaign.h"

namespace mazurka::property {
namespace {

constexpr Promise event{AlgorithmName::event, /*exact=*/true, /*handlers_as_locks=*/false};

struct EventMutation {
  std::string_view name;
  EventDporSwitches switches;
  std::string_view shape;
  std::uint64_t programs;
  std::string_view complaint;  // what it shows as
};

constexpr auto mutations = std::to_array<EventMutation>({
    {"Trap1", {.trap1_needs_all_predecessors = true}, "multiset", 5, "misses"},
    {"Trap1Fifo", {.trap1_needs_all_predecessors = true}, "fifo", 5, "misses"},
    {"Trap2",
     {.trap2_only_shortest_prefix = true, .no_make_up = true},
     "multiset_branching",
     100,
     "misses"},
    {"Trap2Mixed",
     {.trap2_only_shortest_prefix = true, .no_make_up = true},
     "mixed_everything",
     60,
     "misses"},
    {"Trap3", {.trap3_leave_siblings_behind = true}, "multiset", 20, "misses"},
    {"Trap3Fifo", {.trap3_leave_siblings_behind = true}, "fifo", 20, "misses"},
    // A wrong "no" costs no traces, but duplicates.
    {"Trap4", {.trap4_no_helpers = true}, "multiset_branching", 60, "executions for"},
    {"Trap4Fifo", {.trap4_no_helpers = true}, "fifo_locks", 50, "executions for"},
    {"Trap5", {.trap5_no_stuck_plans = true}, "multiset_waiting", 10, "misses"},
    {"Trap5Fifo", {.trap5_no_stuck_plans = true}, "fifo_waiting", 30, "misses"},
});

const NamedShape& shape_named(std::string_view name) {
  for (const NamedShape& shape : shapes())
    if (shape.name == name) return shape;
  throw std::logic_error("no such shape");
}

class EventDporTrap : public testing::TestWithParam<EventMutation> {};

TEST_P(EventDporTrap, IsSeenByTheRandomRun) {
  Campaign campaign;
  campaign.programs = GetParam().programs;
  campaign.event_mutations = GetParam().switches;
  campaign.shrink = false;
  const CampaignResult result = run_campaign(shape_named(GetParam().shape), event, campaign);
  EXPECT_NE(result.failure.find(GetParam().complaint), std::string::npos) << result.failure;
}

INSTANTIATE_TEST_SUITE_P(Switched, EventDporTrap, testing::ValuesIn(mutations),
                         [](const auto& tested) { return std::string(tested.param.name); });

std::string litmus_model(const std::string& name) {
  std::ostringstream text;
  text << std::ifstream(MAZURKA_TEST_ROOT "/tests/litmus/models/" + name).rdbuf();
  return text.str();
}

// Few random programs need it; this model was shrunk from one. (Without the safety net, too.)
TEST(EventDporRunOn, IsNeededByTheModelNamedAfterIt) {
  const std::string source = litmus_model("run_on_after_reversal.mzk");
  const EventDporSwitches switches{.no_run_on = true, .no_make_up = true};
  bool caught = false;
  for (std::uint64_t order = 0; order < 8 && !caught; ++order)
    caught = !judge(source, event, order, {}, switches).complaint.empty();
  EXPECT_TRUE(caught);
}

}  // namespace
}  // namespace mazurka::property
