// Synchronisation objects that the C++ library implements with futexes and calls, in otherwise
// independent threads: the test is that all of them end and work correctly.
//
// traces: 1
#include <cassert>
#include <future>
#include <string>
#include <thread>
thread_local int own = 5;
struct Counts {
  int value = 7;
};
Counts& counts() {
  static Counts result;
  return result;
}
int main() {
  assert(counts().value == 7);
  std::thread t([] { own = 9; });
  t.join();
  assert(own == 5);
  std::string text = "hello";
  text += " world, and something that needs the heap";
  assert(text.size() > 20);
}
