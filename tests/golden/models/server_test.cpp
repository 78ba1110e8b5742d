// The example of the manual page: a server is stopped while a request arrives.
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
