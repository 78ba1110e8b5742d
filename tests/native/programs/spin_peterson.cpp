// Peterson's algorithm: a loop that reads two variables waits until one of them changes.
//
// traces: any
// deadlocks: 0
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<bool> wants[2];
std::atomic<int> turn = 0;
int count = 0;

void work(int self) {
  const int other = 1 - self;
  wants[self] = true;
  turn = other;
  while (wants[other] && turn == other) {
  }
  ++count;
  wants[self] = false;
}

int main() {
  std::thread a(work, 0);
  std::thread b(work, 1);
  a.join();
  b.join();
  assert(count == 2);
}
