// A loop that stores the value that it has read in memory that another task uses, too. The store
// changes nothing, so the loop waits. But it is a write: it conflicts with the other task's read.
//
// An iteration reads the index and writes the cache. After three equal iterations, the consumer
// waits until the index changes. So it makes n unsuccessful reads, with n from 0 to 3, and n + 1
// writes; the producer writes the index before the last read, and then looks at the cache. For n =
// 0, it looks before or after the only write. For n > 0, it looks before the last two writes,
// between them, or after them: the write of the last unsuccessful iteration may come after the
// index was written.
//
// traces: 11
// brute force: 11
// deadlocks: 0
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> written{0};
std::atomic<int> cache{0};

int main() {
  std::thread producer([] {
    written = 1;
    assert(cache <= 1);
  });
  for (bool is_empty = true; is_empty;) {
    const int index = written;
    cache = index;
    is_empty = index == 0;
  }
  producer.join();
}
