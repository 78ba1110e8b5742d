#include "cli/progress.h"

#include <sstream>

#include <gtest/gtest.h>

namespace mazurka::cli {
namespace {

Summary explored(std::uint64_t executions, Estimate estimate) {
  Summary summary;
  summary.executions = executions;
  summary.seconds = 2;
  summary.estimate = estimate;
  return summary;
}

// The sample is taken once and is used until the exploration has run more
// executions than it contains.
TEST(ProgressLine, ShowsWhatIsBasedOnMoreExecutions) {
  std::ostringstream out;
  ProgressLine line(out);
  int samples = 0;
  line.set_sampler([&] {
    ++samples;
    SampledEstimate sampled;
    sampled.explored = 1'000;
    sampled.outlook = {5'000, 4'000, 6'000};
    return sampled;
  });
  line.show(explored(100, {200, 150}));
  EXPECT_NE(out.str().find("100 executions, 50/s, 2 s; about 5,000 in all (4,000 to 6,000), 98 s"),
            std::string::npos)
      << out.str();
  line.show(explored(900, {1'000, 4'500}));  // 4,500 is a lower bound
  EXPECT_NE(out.str().find("about 5,000 in all (4,500 to 6,000)"), std::string::npos) << out.str();
  out.str("");
  line.show(explored(20'000, {21'000, 20'500}));
  EXPECT_NE(out.str().find("about 21,000 in all (21,000 to"), std::string::npos) << out.str();
  EXPECT_EQ(samples, 1);
}

}  // namespace
}  // namespace mazurka::cli
