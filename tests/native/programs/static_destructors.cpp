// Destructors run in every execution, in the reverse order of constructors: thread-locals of main,
// then objects created in main, then those created before main. (Using one thread-local of a file
// creates all of them: two in main, two in one of the threads.) The two atomic additions: 2 traces.
//
// traces: 2
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> x{0};
static int steps = 0;
static int thread_locals = 0;

struct Made {
  explicit Made(int when) : when_(when) {}
  ~Made() {
    assert(++steps == when_);
    assert(x == 2);
  }
  int when_;
};
struct Local {
  ~Local() { ++thread_locals; }
  int value = 1;
};
struct LocalOfMain {
  ~LocalOfMain() {
    assert(steps == 0);
    ++thread_locals;
  }
  int value = 2;
};
struct Last {
  ~Last() { assert(steps == 3 && thread_locals == 4); }
};

static Last last;
static Made before_main(3);
static Made before_main_too(2);
thread_local LocalOfMain made_before_main;
static const int uses_it = made_before_main.value;
thread_local Local local;

int main() {
  static Made in_main(1);
  std::thread a([] { x += local.value; });
  std::thread b([] { x += 1; });
  a.join();
  b.join();
  assert(uses_it == 2 && thread_locals == 2);
}
