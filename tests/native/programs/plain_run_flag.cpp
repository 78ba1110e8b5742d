// Threads that wait for a start flag, as many tests of queues do. Started directly, the program has
// real threads, and ends.
//
// traces: any
// deadlocks: 0
// started directly: 0
#include <atomic>
#include <thread>
#include <vector>

int main(int count, char**) {
  std::atomic<bool> start{false};
  std::vector<std::thread> threads;
  for (int i = 0; i < (count > 1 ? 20 : 2); ++i)
    threads.emplace_back([&] {
      while (!start) {
      }
    });
  start = true;
  for (std::thread& thread : threads) thread.join();
}
