#include "box_office.h"

#include <thread>

#include <gtest/gtest.h>
#include <mazurka/gtest.hpp>

// An ordinary test, which runs once.
TEST(BoxOffice, SellsUntilNothingIsLeft) {
  BoxOffice office(1);
  EXPECT_TRUE(office.sell());
  EXPECT_FALSE(office.sell());
}

// Explored in all orders of the two customers.
TEST(BoxOffice, SellsTheLastTicketOnce) {
  MAZURKA_CHECK([] {
    BoxOffice office(1);
    bool first = false;
    bool second = false;
    std::thread customer([&] { first = office.sell(); });
    second = office.sell();
    customer.join();
    EXPECT_NE(first, second);
    EXPECT_EQ(office.left(), 0);
  });
}

class SoldOut : public testing::Test {
 protected:
  BoxOffice office{0};
};

// A fixture, and two checks in one test.
TEST_F(SoldOut, StaysSoldOut) {
  MAZURKA_CHECK([&] {
    std::thread customer([&] { EXPECT_FALSE(office.sell()); });
    EXPECT_FALSE(office.sell());
    customer.join();
  });
  MAZURKA_CHECK([&] {
    std::thread customer([&] { EXPECT_EQ(office.left(), 0); });
    EXPECT_FALSE(office.sell());
    customer.join();
  });
}
