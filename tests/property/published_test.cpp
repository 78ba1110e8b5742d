// The published Event-DPOR on random programs of its paper's class: it finds no trace that is not
// there. What it misses is counted, not forbidden (published_campaign.h).
#include <cstdlib>

#include <gtest/gtest.h>

#include "property/published_campaign.h"

namespace mazurka::property {
namespace {

// A third of what other cases have: each program is explored three times.
std::uint64_t published_programs() {
  const char* text = std::getenv("MAZURKA_PROPERTY_PROGRAMS");
  return (text == nullptr ? 30 : std::strtoull(text, nullptr, 10)) / 3 + 1;
}

class PublishedPrograms : public testing::TestWithParam<std::size_t> {};

TEST_P(PublishedPrograms, HaveOnlyTracesOfBruteForce) {
  const NamedShape& shape = published_shapes()[GetParam()];
  for (const EventPaperOptions& paper :
       {EventPaperOptions{}, EventPaperOptions{true, false}, EventPaperOptions{false, true}}) {
    PublishedCampaign campaign;
    campaign.programs = published_programs();
    campaign.orders = 1;
    campaign.paper = paper;
    const PublishedCount count = run_published_campaign(shape, campaign);
    EXPECT_EQ(count.failure, "");
    if (count.programs >= 10) {  // the sanitizer build tries one, which may be undecided
      EXPECT_LT(count.undecided, count.programs);
    }
    // Without handlers it is Optimal-DPOR, which misses and repeats nothing.
    if (shape.shape.handlers.high > 0) continue;
    EXPECT_EQ(count.missing_programs, 0u);
    EXPECT_EQ(count.repeating_programs, 0u);
  }
}

INSTANTIATE_TEST_SUITE_P(Shapes, PublishedPrograms,
                         testing::Range(std::size_t{0}, published_shapes().size()),
                         [](const auto& tested) {
                           return std::string(published_shapes()[tested.param].name);
                         });

// The evidence of docs/decisions/0001-known-traces.md: the seeds of these programs are fixed, so
// that a change of the algorithm or of the shapes shows.
TEST(PublishedCampaign, FindsAProgramWithMissedTracesAndShrinksIt) {
  for (const NamedShape& shape : published_shapes()) {
    if (shape.name != "multiset") continue;
    PublishedCampaign campaign;
    campaign.first_seed = 34;
    campaign.programs = 1;
    campaign.orders = 1;
    campaign.shrunk = 1;
    const PublishedCount count = run_published_campaign(shape, campaign);
    ASSERT_EQ(count.missing.size(), 1u);
    EXPECT_TRUE(count.missing.front().outcome.is_non_branching);
    EXPECT_GT(count.missing.front().outcome.missed, 0u);
    EXPECT_LE(count.missing.front().events, 12u);
  }
}

}  // namespace
}  // namespace mazurka::property
