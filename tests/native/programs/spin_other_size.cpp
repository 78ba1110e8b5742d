// A task spins on a variable in memory that was used before as two smaller variables, so each read
// of the loop accesses two pieces of memory that Mazurka tells apart.
//
// Main finds the flag set at once, after one unsuccessful read, or after two.
//
// traces: 3
// brute force: 3
// deadlocks: 0
#include <atomic>
#include <new>
#include <thread>

alignas(8) static unsigned char memory[8];

int main() {
  std::thread idle([] {});  // from here on, accesses of main count
  int* const parts = new (memory) int[2];
  parts[0] = 1;
  parts[1] = 2;
  auto* const flag = new (memory) std::atomic<long>(0);
  std::thread setter([flag] { *flag = 1L << 32; });
  while (*flag == 0) {
  }
  setter.join();
  idle.join();
}
