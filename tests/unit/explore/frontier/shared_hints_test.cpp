#include "explore/frontier/shared_hints.h"

#include <gtest/gtest.h>

namespace mazurka {
namespace {

TEST(SharedHints, AClaimIsSeenByWhoeverClaimsTheSameTrace) {
  SharedHints hints;
  EXPECT_FALSE(hints.claim({1, 2}));
  EXPECT_TRUE(hints.claim({1, 2}));
  EXPECT_FALSE(hints.claim({3, 4}));
}

// Which worker has lost jobs, and whether one waits, are separate questions.
TEST(SharedHints, SayWhoShouldCommitSoon) {
  SharedHints hints;
  EXPECT_FALSE(hints.somebody_waits());
  hints.set_somebody_waits(true);
  EXPECT_TRUE(hints.somebody_waits());
  EXPECT_FALSE(hints.has_lost_jobs(1));
  hints.set_has_lost_jobs(1, true);
  EXPECT_TRUE(hints.has_lost_jobs(1));
  EXPECT_FALSE(hints.has_lost_jobs(2));
  hints.set_has_lost_jobs(1, false);
  EXPECT_FALSE(hints.has_lost_jobs(1));
}

// More workers than there is memory for have no hints, which only costs time.
TEST(SharedHints, WorkersWithLargeNumbersHaveNone) {
  SharedHints hints;
  hints.set_has_lost_jobs(SharedHints::most_workers, true);
  EXPECT_FALSE(hints.has_lost_jobs(SharedHints::most_workers));
}

}  // namespace
}  // namespace mazurka
