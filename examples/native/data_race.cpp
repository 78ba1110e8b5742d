// Statistics of a web server: threads count requests, a watcher prints them. Every number is
// correct, in every test.
//
// average() has no lock, "because reading does no harm". But it reads two numbers that another
// thread is changing: it can see the request without its bytes, and compute a wrong average. In
// C++, a plain read concurrent with a write is a data race, whose behaviour is undefined.
// Mazurka reports the two accesses that nothing orders, with both locations.
//
//   mazurka check examples/native/data_race.cpp
//
// With real threads: g++ -std=c++20 -Iinclude -pthread examples/native/data_race.cpp
#include <cassert>
#include <mutex>
#include <thread>

namespace {

class Statistics {
 public:
  void count(int bytes) {
    const std::lock_guard lock(mutex_);
    ++requests_;
    bytes_ += bytes;
  }

  [[nodiscard]] int average() const { return requests_ == 0 ? 0 : bytes_ / requests_; }

  [[nodiscard]] int requests() const {
    const std::lock_guard lock(mutex_);
    return requests_;
  }

 private:
  mutable std::mutex mutex_;
  int requests_ = 0;
  int bytes_ = 0;
};

}  // namespace

int main() {
  Statistics statistics;
  int average = 0;
  std::thread server([&] { statistics.count(100); });
  std::thread watcher([&] { average = statistics.average(); });
  server.join();
  watcher.join();
  assert(statistics.requests() == 1);
  assert(average == 0 || average == 100);
}
