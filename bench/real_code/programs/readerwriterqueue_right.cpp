// moodycamel::ReaderWriterQueue, a lock-free queue for one producer and one consumer.
// Right: one thread enqueues, the other one dequeues.
#include <cassert>
#include <readerwriterqueue/readerwriterqueue.h>
#include <thread>

int main() {
  moodycamel::ReaderWriterQueue<int> queue(4);
  std::thread producer([&] {
    queue.enqueue(1);
    queue.enqueue(2);
  });
  int expected = 1;
  for (int tries = 0; tries < 2; ++tries) {
    int value = 0;
    if (queue.try_dequeue(value)) assert(value == expected++);
  }
  producer.join();
  for (int value = 0; queue.try_dequeue(value);) assert(value == expected++);
  assert(expected == 3);
}
