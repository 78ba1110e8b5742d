// thread_pool of Robert Vaser: one queue per thread, and work stealing.
// Right: the result of a task is taken from its future.
#include <cassert>
#include <cstddef>
#include <thread_pool/thread_pool.hpp>

int main() {
  thread_pool::ThreadPool pool(1);
  auto answer = pool.Submit([] { return 42; });
  assert(answer.get() == 42);
}
