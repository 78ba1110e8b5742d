// thread_pool of Robert Vaser: one queue per thread, and work stealing.
// Wrong: a variable that the task writes is read before the future is ready.
#include <cstddef>
#include <thread_pool/thread_pool.hpp>

int main() {
  int answer = 0;
  thread_pool::ThreadPool pool(1);
  auto done = pool.Submit([&] { answer = 42; });
  const int early = answer;
  done.get();
  return early > 42;
}
