// cpp-httplib, an HTTP library; here the thread pool that runs its requests.
// Wrong: requests that may run concurrently count in a plain variable.
#include <httplib.h>

int main() {
  int served = 0;
  httplib::ThreadPool pool(2);
  for (int request = 0; request < 2; ++request) pool.enqueue([&] { ++served; });
  pool.shutdown();
}
