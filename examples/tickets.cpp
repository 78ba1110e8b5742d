#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> tickets = 1;

void buy() {
  if (tickets > 0) --tickets;
}

int main() {
  std::thread customer(buy);
  buy();
  customer.join();
  assert(tickets == 0);
}
