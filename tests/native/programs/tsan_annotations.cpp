// Code that annotates itself for ThreadSanitizer, as readerwriterqueue, Qt and LLVM do. The flag is
// relaxed, so only the annotations order the accesses to `data`. The load of the flag comes before
// or after the store: 2 traces. (Without annotations, the second has a data race.)
// traces: 2
#include <atomic>
#include <thread>

extern "C" void AnnotateHappensBefore(const char*, int, const volatile void*);
extern "C" void AnnotateHappensAfter(const char*, int, const volatile void*);

static std::atomic<int> flag{0};
static int data;

int main() {
  std::thread writer([] {
    data = 1;
    AnnotateHappensBefore(__FILE__, __LINE__, &flag);
    flag.store(1, std::memory_order_relaxed);
  });
  int seen = 1;
  if (flag.load(std::memory_order_relaxed) != 0) {
    AnnotateHappensAfter(__FILE__, __LINE__, &flag);
    seen = data;
  }
  writer.join();
  return seen - 1;
}
