// A clock that is read after another read of it that happens before never shows less, whatever
// orders the two: here each kind of edge, with a second that passes before it.
//
// traces: any
#include <atomic>
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <semaphore>
#include <thread>

#include <mazurka/mazurka.hpp>

using Clock = std::chrono::steady_clock;

static void sleep_a_second() { std::this_thread::sleep_for(std::chrono::seconds(1)); }

static void across_spawn_and_join() {
  sleep_a_second();
  Clock::time_point then = Clock::now();
  std::thread thread([&] {
    assert(Clock::now() >= then);
    sleep_a_second();
    then = Clock::now();
  });
  thread.join();
  assert(Clock::now() >= then);
}

static void across_mutex_and_condition() {
  std::mutex mutex;
  std::condition_variable changed;
  bool is_set = false;
  Clock::time_point then;
  std::thread thread([&] {
    sleep_a_second();
    const std::lock_guard guard(mutex);
    then = Clock::now();
    is_set = true;
    changed.notify_one();
  });
  {
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return is_set; });
    assert(Clock::now() >= then);
  }
  thread.join();
}

static void across_atomics() {
  static std::atomic<long> then{0};
  std::thread thread([&] {
    sleep_a_second();
    then = Clock::now().time_since_epoch().count();
  });
  const long seen = then;
  assert(Clock::now().time_since_epoch().count() >= seen);
  while (then == 0) {
  }
  assert(Clock::now().time_since_epoch().count() >= then);
  thread.join();
}

static void across_semaphore() {
  std::binary_semaphore semaphore{0};
  Clock::time_point then;
  std::thread thread([&] {
    sleep_a_second();
    then = Clock::now();
    semaphore.release();
  });
  semaphore.acquire();
  assert(Clock::now() >= then);
  thread.join();
}

static void across_messages() {
  mazurka::handler handler("worker");
  Clock::time_point then = Clock::now();
  std::atomic<int> steps{0};
  for (int i = 0; i < 2; ++i)
    handler.post([&] {
      assert(Clock::now() >= then);
      ++steps;
      sleep_a_second();
      then = Clock::now();
    });
  handler.join();
  assert(Clock::now() >= then);
}

int main() {
  across_spawn_and_join();
  across_mutex_and_condition();
  across_atomics();
  across_semaphore();
  across_messages();
}
