// A job queue between a producer and a worker. The fix of lost_wakeup.cpp.
//
// The flag is part of the condition that the worker waits for, so it changes under the mutex:
// either the worker sees it before it sleeps, or it is already asleep and is woken.
//
//   mazurka check examples/native/lost_wakeup_fixed.cpp
//
// With real threads: g++ -std=c++20 -Iinclude -pthread examples/native/lost_wakeup_fixed.cpp
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <queue>
#include <thread>

namespace {

class JobQueue {
 public:
  void push(int job) {
    {
      const std::lock_guard lock(mutex_);
      jobs_.push(job);
    }
    arrived_.notify_one();
  }

  void close() {
    {
      const std::lock_guard lock(mutex_);
      is_closed_ = true;
    }
    arrived_.notify_one();
  }

  // Returns the next job, or none when the queue is closed and empty.
  std::optional<int> pop() {
    std::unique_lock lock(mutex_);
    while (jobs_.empty()) {
      if (is_closed_) return std::nullopt;
      arrived_.wait(lock);
    }
    const int job = jobs_.front();
    jobs_.pop();
    return job;
  }

 private:
  std::mutex mutex_;
  std::condition_variable arrived_;
  std::queue<int> jobs_;
  bool is_closed_ = false;
};

}  // namespace

int main() {
  JobQueue queue;
  int done = 0;
  std::thread worker([&] {
    while (const std::optional<int> job = queue.pop()) done += *job;
  });
  queue.push(1);
  queue.close();
  worker.join();
  assert(done == 1);
}
