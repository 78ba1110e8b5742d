// The waiter resumes when the value has changed, and sees what was written before.
//
// traces: any
// deadlocks: 0
#include <atomic>
#include <cassert>
#include <thread>

int main() {
  int data = 0;
  std::atomic<int> flag = 0;
  std::thread setter([&] {
    data = 1;
    flag = 1;
    flag.notify_one();
  });
  flag.wait(0);
  assert(data == 1);
  setter.join();
}
