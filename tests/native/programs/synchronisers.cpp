// What is made of futexes and of calls in the C++ library, in threads that have nothing else to do
// with each other: what counts is that all of it ends, and does what it should.
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
