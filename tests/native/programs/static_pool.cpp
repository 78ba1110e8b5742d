// A global object stops and joins its thread in its destructor: no deadlock, though main returns
// while the thread waits. The thread looks before the stop, or after it: it sleeps and is woken, or
// does not sleep. Both lock, so 2 traces.
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
