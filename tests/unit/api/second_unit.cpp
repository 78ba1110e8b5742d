// A second C++ file: its copies of the inline code must not clash with those of the first file.
#include <gtest/gtest.h>
#include <mazurka/mazurka.hpp>

namespace {

TEST(RealHandlers, WorkInASecondFile) {
  int sum = 0;
  mazurka::handler adder{"adder"};
  for (int i = 1; i <= 4; ++i) adder.post([&sum, i] { sum += i; });
  adder.join();
  EXPECT_EQ(sum, 10);
}

}  // namespace
