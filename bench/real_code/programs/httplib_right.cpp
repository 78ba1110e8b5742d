// cpp-httplib, an HTTP library; here the thread pool that runs its requests.
// Right: results are read after the pool has been shut down.
#include <cassert>
#include <httplib.h>

int main() {
  int served = 0;
  httplib::ThreadPool pool(2);
  std::mutex mutex;
  for (int request = 0; request < 2; ++request)
    pool.enqueue([&] {
      std::lock_guard<std::mutex> guard(mutex);
      ++served;
    });
  pool.shutdown();
  assert(served == 2);
}
