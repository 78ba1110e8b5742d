// What the tasks do depends on addresses of heap blocks and local variables, on thread ids and on
// random numbers. All of these must be the same in every process, although processes meet the tasks
// in different orders: threads create threads, and each of the two that are created first allocates
// before the other one or after it.
#include <atomic>
#include <functional>
#include <memory>
#include <random>
#include <sys/types.h>
#include <thread>
#include <unistd.h>

std::atomic<int> which[4];
std::atomic<int*> blocks[2];
std::atomic<int> order;

void grandchild(int number) {
  const auto id = std::hash<std::thread::id>()(std::this_thread::get_id());
  which[id % 4].fetch_add(1);
  which[static_cast<unsigned>(gettid()) % 3].fetch_add(1);
  std::random_device device;
  which[device() % 4].store(number);
}

void child(int number) {
  auto block = std::make_unique<int>(number);
  blocks[number].store(block.get());
  if (blocks[1 - number].load() != nullptr)
    order.store(std::less<int*>()(blocks[0].load(), blocks[1].load()) ? 1 : 2);
  int local = number;
  std::thread thread(grandchild, static_cast<int>(reinterpret_cast<unsigned long>(&local) >> 23));
  thread.join();
  (void)block.release();
}

int main() {
  std::thread first(child, 0);
  std::thread second(child, 1);
  first.join();
  second.join();
}
