// A loop that only reads waits until the value changes; its iterations are not explored one by one.
//
// traces: any
// deadlocks: 0
#include <atomic>
#include <cassert>
#include <thread>

int main() {
  int data = 0;
  std::atomic<bool> ready = false;
  std::thread setter([&] {
    data = 1;
    ready = true;
  });
  while (!ready) {
  }
  assert(data == 1);
  setter.join();
}
