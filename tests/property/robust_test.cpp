// Compares both methods of checking robustness with the definitions on random programs in the
// robustness paper's language. MAZURKA_PROPERTY_PROGRAMS sets their number (ten times as many as
// for other cases, because they are small).
#include <cstdlib>

#include <gtest/gtest.h>

#include "property/robust_judge.h"
#include "property/robust_model.h"

namespace mazurka::property {
namespace {

std::uint64_t robust_programs() {
  constexpr std::uint64_t factor = 10;
  const char* text = std::getenv("MAZURKA_PROPERTY_PROGRAMS");
  return factor * (text == nullptr ? 30 : std::strtoull(text, nullptr, 10));
}

TEST(Robustness, BothMethodsAgreeWithTheDefinitions) {
  const RobustCount count = run_robust_campaign(1, robust_programs());
  EXPECT_EQ(count.failure, "");
  // The test is meaningful only if it sees both robust and non-robust programs.
  EXPECT_GT(count.not_serialisable, count.programs / 50);
  EXPECT_GT(count.not_deterministic, count.programs / 50);
  EXPECT_LT(count.undecided, count.programs / 2);
}

// `explore` against a brute force with a semantics of its own.
class RobustShapes : public testing::TestWithParam<robust::Shape> {};

TEST_P(RobustShapes, AreJudgedByExplorationAsTheDefinitionsSay) {
  const RobustCount count = run_shape_campaign(GetParam().name, 1, robust_programs() / 6);
  EXPECT_EQ(count.failure, "");
  if (count.programs < 30) return;  // the sanitizer build tries too few for the counts below
  EXPECT_GT(count.not_serialisable, count.programs / 100);
  EXPECT_GT(count.not_deterministic, count.programs / 100);
  EXPECT_LT(count.undecided, count.programs / 4);
}

INSTANTIATE_TEST_SUITE_P(Random, RobustShapes, testing::ValuesIn(robust::shapes()),
                         [](const auto& tested) { return std::string(tested.param.name); });

}  // namespace
}  // namespace mazurka::property
