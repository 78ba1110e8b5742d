// Each part of the sequential search for robustness violations, disabled on purpose, must
// make the random tests fail: by a wrong verdict, or because the search notices that what it
// found is not a violation.
//
// The numbers of programs are about twice as many as were needed at the time of writing.
#include <array>

#include <gtest/gtest.h>

#include "explore/mutations.h"
#include "property/robust_judge.h"

namespace mazurka::property {
namespace {

struct SequentialMutation {
  std::string_view name;
  Mutations faults;
  std::uint64_t first_seed;
  std::uint64_t programs;
  std::string_view complaint;  // expected in the failure message
};

constexpr auto sequential_mutations = std::to_array<SequentialMutation>({
    {"PivotNotDelayed", {.no_delay = true}, 1, 10, "should be"},
    {"AnyRoot", {.any_root = true}, 1, 10, "no inversion"},
    {"NoExitPoint", {.no_exit_point = true}, 1, 10, "no cycle"},
    {"NoEntryPoints", {.no_entry_points = true}, 1, 40, "should be"},
    {"NoValidityCheck", {.no_validity_check = true}, 1, 10, "not an execution"},
    {"GivesUpAtTainted", {.gives_up_at_tainted = true}, 1, 150, "should be"},
    {"CreationOrdersNothing", {.creation_orders_nothing = true}, 1, 20, "no inversion"},
    {"MainOrdersNothing", {.main_orders_nothing = true}, 1, 60, "no inversion"},
    {"OnlyFirstState", {.only_first_state = true}, 1, 150, "should be"},
    {"CutsOnlyWrites", {.cuts_only_writes = true}, 1, 10, "should be"},
    {"BeginsOnce", {.begins_once = true}, 1550, 100, "should be"},  // one program in 1500 shows it
});

class SequentialFault : public testing::TestWithParam<SequentialMutation> {};

TEST_P(SequentialFault, IsSeenByTheRandomRun) {
  const WithMutations faults(GetParam().faults);
  const RobustCount count = run_robust_campaign(GetParam().first_seed, GetParam().programs,
                                                /*shrinks=*/false);
  RecordProperty("programs_needed", static_cast<int>(count.programs));
  RecordProperty("failure", count.failure);
  EXPECT_NE(count.failure.find(GetParam().complaint), std::string::npos)
      << count.failure << " after " << count.programs << " programs";
}

// An event that is not alone gets stuck behind messages of others.
TEST(FocusFault, IsSeenByTheRandomRun) {
  const WithMutations faults({.keeps_others_in_queue = true});
  const RobustCount count = run_shape_campaign("fifo", 1, 40);
  EXPECT_NE(count.failure.find("should be"), std::string::npos)
      << count.failure << " after " << count.programs << " programs";
}

INSTANTIATE_TEST_SUITE_P(LeftOut, SequentialFault, testing::ValuesIn(sequential_mutations),
                         [](const auto& tested) { return std::string(tested.param.name); });

}  // namespace
}  // namespace mazurka::property
