// A job queue between a producer and a worker. Occasionally it hangs at the end.
//
// The flag that says "no more jobs" is atomic, so close() sets it without the mutex. But the
// worker reads the flag and goes to sleep in two steps: if close() sets the flag and notifies
// between them, no task is asleep yet, and the worker then sleeps forever. Mazurka reports the
// deadlock: main waits for the worker, the worker for a signal that has already been sent.
//
//   mazurka check examples/native/lost_wakeup.cpp
//
// With real threads: g++ -std=c++20 -Iinclude -pthread examples/native/lost_wakeup.cpp
#include <atomic>
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

  // "An atomic flag needs no lock."
  void close() {
    is_closed_ = true;
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
  std::atomic<bool> is_closed_ = false;
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
