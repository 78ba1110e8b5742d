#include "report/outlook.h"

#include <gtest/gtest.h>

namespace mazurka {
namespace {

TEST(Outlook, NumbersHaveTheDigitsThatAnEstimateIsWorth) {
  EXPECT_EQ(roughly(0), "0");
  EXPECT_EQ(roughly(7), "7");
  EXPECT_EQ(roughly(99.7), "100");
  EXPECT_EQ(roughly(1234), "1,200");
  EXPECT_EQ(roughly(54'321), "54,000");
  EXPECT_EQ(roughly(999'999), "1 million");
}

// Numbers such as "1.5e+02 million" are unreadable.
TEST(Outlook, BigNumbersAreWordsWithoutExponents) {
  EXPECT_EQ(roughly(3.4e6), "3.4 million");
  EXPECT_EQ(roughly(34e6), "34 million");
  EXPECT_EQ(roughly(151e6), "150 million");
  EXPECT_EQ(roughly(4.5e9), "4.5 billion");
  EXPECT_EQ(roughly(999.9e9), "1 trillion");
  EXPECT_EQ(roughly(123e12), "120 trillion");
}

}  // namespace
}  // namespace mazurka
