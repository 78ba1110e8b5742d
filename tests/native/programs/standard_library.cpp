// A producer and a consumer with threads, locks and condition variables of the C++ library. The
// consumer finds each of two items, or sleeps until it arrives: 6 orders of critical sections and
// sleeps.
//
// traces: 6
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <queue>
#include <thread>
std::mutex m;
std::condition_variable cv;
std::queue<int> items;
int main() {
  std::thread producer([] {
    for (int i = 0; i < 2; ++i) {
      std::lock_guard lock(m);
      items.push(i);
      cv.notify_one();
    }
  });
  std::thread consumer([] {
    for (int i = 0; i < 2; ++i) {
      std::unique_lock lock(m);
      cv.wait(lock, [] { return !items.empty(); });
      assert(items.front() == i);
      items.pop();
    }
  });
  producer.join();
  consumer.join();
}
