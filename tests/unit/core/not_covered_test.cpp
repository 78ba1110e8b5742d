#include "core/not_covered.h"

#include <gtest/gtest.h>

namespace mazurka {
namespace {

using enum NotCoveredKind;

TEST(NotCovered, EveryKindHasANameThatLeadsBackToIt) {
  for (std::size_t i = 0; i < not_covered_kind_count; ++i) {
    const auto kind = static_cast<NotCoveredKind>(i);
    EXPECT_EQ(not_covered_kind(name_of(kind)), kind);
  }
  EXPECT_EQ(name_of(suppressed), "suppressed");  // the last one: no name is missing in between
  EXPECT_FALSE(not_covered_kind("refused"));
  EXPECT_FALSE(not_covered_kind(""));
}

// Code of the user that is not seen, calls that do not do what they should, and orders that are not
// explored are gaps. Code of others and weak memory are notes.
TEST(CoveragePolicy, TellsGapsFromNotes) {
  const CoveragePolicy policy;
  for (const NotCoveredKind gap : {uninstrumented_object, refused_call, shared_file, loop_cut,
                                   call_cut, library_state, possible_data_race})
    EXPECT_TRUE(policy.makes_incomplete(gap)) << name_of(gap);
  for (const NotCoveredKind note : {uninstrumented_library, inline_assembly, uncontrolled_call,
                                    weak_memory_order, fairness, trusted_library, suppressed})
    EXPECT_FALSE(policy.makes_incomplete(note)) << name_of(note);
}

TEST(CoveragePolicy, StrictCountsEverythingButWhatIsAccepted) {
  const CoveragePolicy policy{.strict = true, .accepted = {fairness, possible_data_race}};
  EXPECT_TRUE(policy.makes_incomplete(weak_memory_order));
  EXPECT_FALSE(policy.makes_incomplete(fairness));
  EXPECT_FALSE(policy.is_error(possible_data_race));
  EXPECT_TRUE(CoveragePolicy{.strict = true}.is_error(possible_data_race));
  EXPECT_FALSE(CoveragePolicy{}.is_error(possible_data_race));
}

TEST(NotCovered, IsListedOnce) {
  std::vector<NotCovered> list;
  add_not_covered(list, {refused_call, "fork is not supported", "a.c:7"});
  add_not_covered(list, {refused_call, "fork is not supported", "a.c:7"});
  add_not_covered(list, {refused_call, "fork is not supported", "a.c:9"});
  EXPECT_EQ(list.size(), 2u);
  EXPECT_EQ(list[0].text(), "a.c:7: fork is not supported");
}

}  // namespace
}  // namespace mazurka
