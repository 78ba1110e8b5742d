// A bounded queue whose producer and consumer wait in loops that store what they read. Started
// directly, the program has real threads, and ends.
//
// traces: any
// deadlocks: 0
// started directly: 0
#include <atomic>
#include <thread>

struct Queue {
  std::atomic<int> written{0};
  std::atomic<int> read{0};
  int read_cache = 0;     // of the producer
  int written_cache = 0;  // of the consumer

  void push() {
    const int next = written + 1;
    while (next - read_cache > 1) read_cache = read;
    written = next;
  }
  bool is_empty() {
    if (read == written_cache) written_cache = written;
    return read == written_cache;
  }
  void pop() { read = read + 1; }
};

int main() {
  static Queue queue;
  std::thread producer([] {
    for (int i = 0; i < 3; ++i) queue.push();
  });
  for (int i = 0; i < 3; ++i) {
    while (queue.is_empty()) {
    }
    queue.pop();
  }
  producer.join();
}
