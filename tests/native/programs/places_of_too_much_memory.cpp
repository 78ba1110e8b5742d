// An allocation that fails has no block to note a place in; the error is where the program asked.
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
