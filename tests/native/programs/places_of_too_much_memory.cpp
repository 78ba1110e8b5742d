// A failed allocation has no block to store a location; the error is where the program allocated.
//
// traces: 1
// finds: runtime_error
// errors at: 12
// tasks: main
#include <thread>
#include <vector>

int main() {
  std::thread([] {}).join();
  std::vector<char> all(std::size_t{1} << 62);
}
