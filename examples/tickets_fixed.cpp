#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> tickets = 1;

void buy() {
  int left = tickets;
  while (left > 0 && !tickets.compare_exchange_strong(left, left - 1)) {
  }
}

int main() {
  std::thread customer(buy);
  buy();
  customer.join();
  assert(tickets == 0);
}
