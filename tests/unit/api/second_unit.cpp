// A second C++ file: the same inline code as in the first must not clash.
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
