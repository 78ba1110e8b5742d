// Random programs touch nothing that their footprints lack.
#include <gtest/gtest.h>

#include "contract/footprint_check.h"
#include "program/model/model.h"
#include "property/random_program.h"

namespace mazurka::property {
namespace {

TEST(Footprint, CoversWhatRandomProgramsDo) {
  for (const NamedShape& named : shapes()) {
    SCOPED_TRACE(named.name);
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
      const std::string source = to_source(random_program(seed, named.shape));
      SCOPED_TRACE(source);
      const auto program = model::load(source, "random.mzk");
      FootprintCheck check(*program);
      for (std::uint32_t schedule = 0; schedule < 10; ++schedule)
        check.run_at_random(schedule, 200);
      if (testing::Test::HasFailure()) return;
    }
  }
}

}  // namespace
}  // namespace mazurka::property
