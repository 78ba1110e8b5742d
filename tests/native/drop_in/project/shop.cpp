#include <cassert>
#include <thread>

#include "prices.h"
#include "stock.h"

int main() {
  static_assert(PRICE == 3);
  std::thread one(take);
  std::thread two(take);
  one.join();
  two.join();
  assert(stock_left() == 0);
}
