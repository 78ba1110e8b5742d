// Sources of nondeterminism are fixed: time, random_device, getentropy, the process id and the
// addresses of blocks. Their values are read from a shared cell, where a difference would be
// reported as nondeterminism. Each task adds 3 times: (3+3)! / (3! 3!) = 20 traces.
//
// traces: 20
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <random>
#include <thread>
#include <unistd.h>

static std::atomic<std::uint64_t> x{0};

static void works() {
  std::random_device device;
  std::uint64_t value = device();
  if (getentropy(&value, 4) == 0) value += device();
  value += static_cast<std::uint64_t>(time(nullptr)) + static_cast<std::uint64_t>(getpid());
  value += static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
  void* const block = malloc(8);
  value += reinterpret_cast<std::uintptr_t>(block);
  free(block);
  if (const char* const home = getenv("HOME")) value += static_cast<unsigned char>(home[0]);
  for (int i = 0; i < 3; ++i) x += value;
}

int main() {
  std::thread a(works);
  std::thread b(works);
  a.join();
  b.join();
}
