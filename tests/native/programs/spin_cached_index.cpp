// A reader that caches the index of the writer, as queues for one producer and one consumer do.
// Each iteration stores the index that it has just read. Only the reader uses the cache, and the
// store leaves it as it was, so the loop waits.
//
// The reader finds the new index at once, after one unsuccessful read, or after two.
//
// traces: 3
// brute force: 3
// deadlocks: 0
#include <atomic>
#include <thread>

std::atomic<int> writer{0};

struct Reader {
  int cache = 0;
  bool is_empty() {
    if (cache == 0) cache = writer.load();
    return cache == 0;
  }
};

int main() {
  auto* const reader = new Reader;
  std::thread producer([] { writer = 1; });
  while (reader->is_empty()) {
  }
  producer.join();
  delete reader;
}
