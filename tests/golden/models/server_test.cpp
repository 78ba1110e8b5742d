// For the examples of the manual page: a server that is stopped while a request comes in.
#include <atomic>
#include <cassert>
#include <thread>

#include "limit.h"

std::atomic<bool> running = true;
std::atomic<int> served = 0;

int main() {
  std::thread client([] {
    if (running && served < LIMIT) ++served;
  });
  running = false;
  const int in_time = served;
  client.join();
  assert(served == in_time);
}
