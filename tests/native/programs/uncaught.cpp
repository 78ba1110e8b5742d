// An exception is not caught if the write of main comes first.
//
// traces: 2
// errors: data_race uncaught_exception
#include <stdexcept>
#include <thread>
int n;
int main() {
  try {
    throw 1;
  } catch (int) {
  }
  std::thread t([] {
    if (n == 1) throw std::logic_error("one");
  });
  n = 1;
  t.join();
}
