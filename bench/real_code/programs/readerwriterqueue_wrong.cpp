// moodycamel::ReaderWriterQueue, a lock-free queue for one producer and one consumer.
// Wrong: two threads enqueue.
#include <readerwriterqueue/readerwriterqueue.h>
#include <thread>

int main() {
  moodycamel::ReaderWriterQueue<int> queue(4);
  std::thread other([&] { queue.enqueue(1); });
  queue.enqueue(2);
  other.join();
}
