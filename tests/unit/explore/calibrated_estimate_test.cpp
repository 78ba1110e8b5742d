#include "explore/estimate/calibrated_estimate.h"

#include <gtest/gtest.h>

namespace mazurka {
namespace {

// The interval becomes narrower as the estimated rest becomes smaller.
TEST(CalibratedEstimate, TheIntervalShrinksTowardsTheEnd) {
  double before = 1e9;
  for (const double explored : {1'000.0, 20'000.0, 60'000.0, 90'000.0}) {
    const Outlook found = outlook_while_exploring({100'000, explored}, explored);
    const double width = found.high / found.low;
    EXPECT_LT(width, before) << explored;
    before = width;
  }
  EXPECT_LT(before, 3);
}

TEST(CalibratedEstimate, WhatIsCertainBoundsTheRest) {
  const Outlook found = outlook_while_exploring({5'000, 50'000}, 4'900);
  EXPECT_EQ(found.low, 50'000);
  EXPECT_EQ(found.executions, 50'000);
  EXPECT_EQ(found.high, 50'000);
}

// The calibration has no measurements for so few executions.
TEST(CalibratedEstimate, AFewExecutionsAreNotCorrected) {
  EXPECT_EQ(outlook_while_exploring({6, 4}, 2).executions, 6);
  EXPECT_EQ(outlook_of_sample({6, 4}, 2).executions, 6);
}

// The factors are interpolated between two measured points and constant outside of them.
TEST(CalibratedEstimate, IsContinuous) {
  double last = 0;
  for (double estimate = 1'000; estimate < 1e9; estimate *= 1.01) {
    const Outlook found = outlook_of_sample({estimate, 0}, 1'000);
    EXPECT_LE(found.low, found.executions);
    EXPECT_LE(found.executions, found.high);
    if (last > 0) {
      EXPECT_LT(found.high / last, 1.1);
      EXPECT_GT(found.high / last, 0.9);
    }
    last = found.high;
  }
}

}  // namespace
}  // namespace mazurka
