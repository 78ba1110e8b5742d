#include "program/native/schedule/watchdog.h"

#include <ctime>
#include <pthread.h>
#include <string>
#include <sys/time.h>

#include <gtest/gtest.h>

#include "native/unit/unit.h"
#include "program/native/platform/raw_system_call.h"

namespace mazurka::native {
namespace {

constexpr double limit = 0.2;  // seconds: 4 ticks

itimerval timer() {
  itimerval result{};
  getitimer(ITIMER_VIRTUAL, &result);
  return result;
}

class Watchdog : public testing::Test {
 protected:
  void TearDown() override {
    const itimerval off{};
    setitimer(ITIMER_VIRTUAL, &off, nullptr);
  }
};

void loops() {
  volatile unsigned turns = 0;
  while (true) turns = turns + 1;
}

// Returns the CPU time by a raw system call, because the clocks that a program sees do not advance.
double time_of_processor() {
  timespec time{};
  raw_system_call(SYS_clock_gettime, CLOCK_PROCESS_CPUTIME_ID, as_long(&time));
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

void compute_for(double seconds) {
  const double begin = time_of_processor();
  volatile unsigned turns = 0;
  while (time_of_processor() - begin < seconds)
    for (int i = 0; i < 100'000; ++i) turns = turns + 1;  // the watchdog ignores system calls
}

void computes_for_a_moment() { compute_for(limit / 4); }
void computes_for_long() { compute_for(4 * limit); }

TEST_F(Watchdog, EndsNothingWithoutALimit) {
  start_watchdog(0);
  EXPECT_EQ(run_as_main(computes_for_long).ending().kind, EndingKind::complete);
}

TEST_F(Watchdog, HurriesWithoutALimitToo) {
  start_watchdog(0);
  const ShortWatch hurry(limit);
  const Ending ending = run_as_main(loops).ending();
  ASSERT_EQ(ending.failures.size(), 1u);
  EXPECT_EQ(ending.failures[0].kind, FailureKind::livelock);
}

TEST_F(Watchdog, EndsALoopWithoutEvents) {
  start_watchdog(limit);
  EXPECT_EQ(timer().it_interval.tv_usec, 50'000);
  for (int i = 0; i < 2; ++i) {
    const Ending ending = run_as_main(loops).ending();
    ASSERT_EQ(ending.failures.size(), 1u);
    EXPECT_EQ(ending.failures[0].kind, FailureKind::livelock);
    EXPECT_NE(ending.failures[0].message.find("within 0.2 s"), std::string::npos);
  }
}

extern "C" void __tsan_read1(void* address);  // the hook of a read

// Simulates a library that holds an internal lock and must not be interrupted while it does. It
// holds the lock most of the time, so a jump out of the loop at a random moment would almost
// always leave the lock held.
volatile bool holds_lock = false;
char some_byte = 0;

void loops_with_lock() {
  volatile unsigned turns = 0;
  while (true) {
    holds_lock = true;
    for (int i = 0; i < 1'000'000; ++i) turns = turns + 1;
    holds_lock = false;
    __tsan_read1(&some_byte);
  }
}

void loops_with_lock_beside_a_thread() {
  pthread_t thread{};
  pthread_create(
      &thread, nullptr, [](void* argument) { return argument; }, nullptr);
  loops_with_lock();
}

TEST_F(Watchdog, StopsAtAHookIfThereIsOne) {
  start_watchdog(limit);
  for (void (*const body)() : {loops_with_lock, loops_with_lock_beside_a_thread}) {
    for (int i = 0; i < 3; ++i) {
      const Ending ending = run_as_main(body).ending();
      ASSERT_EQ(ending.failures.size(), 1u);
      EXPECT_EQ(ending.failures[0].kind, FailureKind::livelock);
      EXPECT_FALSE(holds_lock);
    }
  }
}

// Code outside the executable gets twice the limit. All of these executions together take longer
// than that, but no single one does.
TEST_F(Watchdog, CountsAnewInEachExecution) {
  start_watchdog(limit);
  for (int i = 0; i < 12; ++i)
    EXPECT_EQ(run_as_main(computes_for_a_moment).ending().kind, EndingKind::complete);
}

}  // namespace
}  // namespace mazurka::native
