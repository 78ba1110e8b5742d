// A queue in static memory whose consumer stores the producer's index, in memory that no other task
// uses, each time it finds the queue empty.
//
// The consumer finds the element at once, after one unsuccessful look, or after two.
//
// traces: 3
// brute force: 3
// deadlocks: 0
#include <atomic>
#include <cstddef>
#include <thread>

struct Queue {
  alignas(64) std::atomic<std::size_t> written{0};
  alignas(64) std::atomic<std::size_t> read{0};
  alignas(64) std::size_t written_cache = 0;

  bool is_empty() {
    const std::size_t index = read.load(std::memory_order_relaxed);
    if (index == written_cache) written_cache = written.load(std::memory_order_acquire);
    return index == written_cache;
  }
};

int main() {
  static Queue queue;
  std::thread producer([] { queue.written.store(1, std::memory_order_release); });
  while (queue.is_empty()) {
  }
  producer.join();
}
