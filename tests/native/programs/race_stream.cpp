// Two tasks write to one string stream without a lock: the code that changes the buffer is in the
// C++ library. With a lock there is no race; std::cout may be used by several tasks.
// traces: any
// errors: data_race
// errors at: 20
// traces -D LOCKED=1: 2
// traces -D STANDARD=1: 1
#include <iostream>
#include <mutex>
#include <sstream>
#include <thread>

#ifdef STANDARD
static std::ostream& out = std::cout;
#else
static std::ostringstream out;
#endif
static std::mutex mutex;

static void write() { out << "text" << 1; }

static void write_safely() {
#ifdef LOCKED
  const std::lock_guard guard(mutex);
#endif
  write();
}

int main() {
  std::thread other(write_safely);
  write_safely();
  other.join();
}
