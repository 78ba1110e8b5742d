// Compares algorithms with brute force on random programs of each shape, as the command line does,
// in every test run. MAZURKA_PROPERTY_PROGRAMS sets the number of programs per shape and algorithm.
#include <algorithm>
#include <cstdlib>

#include <gtest/gtest.h>

#include "property/campaign.h"
#include "property/plain_campaign.h"
#include "property/plain_search.h"
#include "property/promises.h"
#include "property/random_program.h"
#include "property/seen.h"

namespace mazurka::property {
namespace {

std::uint64_t programs_per_case() {
  const char* text = std::getenv("MAZURKA_PROPERTY_PROGRAMS");
  return text == nullptr ? 12 : std::strtoull(text, nullptr, 10);
}

class RandomPrograms : public testing::TestWithParam<std::size_t> {};

// The trace keys equal those of brute force, and the optimal algorithms run each trace exactly
// once, without redundant executions, with free choices in natural and in shuffled order.
TEST_P(RandomPrograms, AreExploredLikeByBruteForce) {
  const NamedShape& shape = shapes()[GetParam()];
  for (const Promise& promise : promises()) {
    SCOPED_TRACE(name_of(promise));
    Campaign campaign;
    campaign.programs = programs_per_case();
    EXPECT_EQ(run_campaign(shape, promise, campaign).failure, "");
  }
}

// Brute force merges executions by trace key and therefore relies on the conflict table. A
// search that merges nothing must find the same traces, and equal keys must imply equal
// final states and endings.
TEST_P(RandomPrograms, HaveTraceKeysThatTellStatesApart) {
  const NamedShape& shape = shapes()[GetParam()];
  std::uint64_t compared = 0;
  const std::uint64_t programs = std::max<std::uint64_t>(programs_per_case(), 6);
  for (std::uint64_t seed = 1; seed <= programs; ++seed) {
    const std::string source = to_source(random_program(seed, tiny(shape.shape)));
    for (const bool as_locks : {false, true}) {
      const PlainResult plain = search_plainly(source, as_locks, {}, 3000);
      if (!plain.complete) continue;
      ++compared;
      EXPECT_EQ(plain.failure, "") << source;
      SeeOptions options;
      options.handlers_as_locks = as_locks;
      EXPECT_EQ(see(source, AlgorithmName::naive, options).traces, plain.traces) << source;
    }
  }
  EXPECT_GT(compared, 0u);
}

// The final states and endings that algorithms reach are those of a search that merges nothing, so
// that the conflict table itself is judged.
TEST_P(RandomPrograms, EndInAllStatesOfASearchWithoutMerging) {
  PlainCampaign campaign;
  campaign.programs = std::max<std::uint64_t>(programs_per_case(), 6);
  const PlainCampaignResult result = run_plain_campaign(shapes()[GetParam()], campaign);
  EXPECT_EQ(result.failure, "");
  EXPECT_GT(result.compared, 0u);
}

INSTANTIATE_TEST_SUITE_P(Shapes, RandomPrograms, testing::Range(std::size_t{0}, shapes().size()),
                         [](const auto& tested) {
                           return std::string(shapes()[tested.param].name);
                         });

}  // namespace
}  // namespace mazurka::property
