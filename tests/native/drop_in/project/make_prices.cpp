// A tool that runs during the build and has its own threads.
#include <cstdio>
#include <mutex>
#include <thread>

int main() {
  std::mutex mutex;
  int sum = 0;
  const auto add = [&](int amount) {
    const std::lock_guard lock(mutex);
    sum += amount;
  };
  std::thread one(add, 1);
  std::thread two(add, 2);
  one.join();
  two.join();
  std::printf("#define PRICE %d\n", sum);
}
