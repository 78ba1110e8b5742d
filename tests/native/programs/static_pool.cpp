// The destructor of a global object stops and joins its thread, so there is no deadlock, although
// main returns while the thread waits. The thread tests the flag before the stop and is woken, or
// after it and does not sleep. Both lock the mutex, so there are 2 traces.
//
// traces: 2
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>

class Pool {
 public:
  ~Pool() {
    {
      const std::lock_guard lock(mutex_);
      stop_ = true;
      changed_.notify_one();
    }
    if (thread_.joinable()) thread_.join();
    assert(has_stopped_);
  }
  void start() {
    thread_ = std::thread([this] {
      std::unique_lock lock(mutex_);
      while (!stop_) changed_.wait(lock);
      has_stopped_ = true;
    });
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool stop_ = false;
  bool has_stopped_ = false;
  std::thread thread_;
};

static Pool pool;

int main() { pool.start(); }
