// Tests the functions of mazurka.h without the checker, when handlers are real threads. These tests
// run a second time under ThreadSanitizer.
#include <future>
#include <memory>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <mazurka/mazurka.hpp>

#include "unit/api/c_unit.h"

namespace {

TEST(RealHandlers, RunEveryMessageOnceAndOneAtATime) { EXPECT_EQ(c_sum_by_messages(4, 500), 2000); }

// A multiset handler allows any order of these messages; a fifo handler runs them
// in the order of the posts.
TEST(RealHandlers, RunTheMessagesOfOnePosterInOrder) {
  std::vector<int> seen;
  mazurka::handler log{"log", mazurka::fifo};
  for (int i = 0; i < 100; ++i) log.post([&seen, i] { seen.push_back(i); });
  log.join();
  for (int i = 0; i < 100; ++i) EXPECT_EQ(seen.at(static_cast<std::size_t>(i)), i);
}

// All translation units, C and C++, share one variable for the running handler.
TEST(RealHandlers, KnowTheRunningHandlerInEveryFile) {
  EXPECT_EQ(mz_current_handler(), nullptr);
  mazurka::handler outer{"outer"};
  mazurka::handler inner{"inner"};
  mz_handler* seen_here = nullptr;
  mz_handler* seen_in_c = nullptr;
  outer.post([&] {
    seen_here = mz_current_handler();
    inner.post([&] { seen_in_c = c_current_handler(); });
  });
  outer.join();
  inner.join();
  EXPECT_EQ(seen_here, outer.get());
  EXPECT_EQ(seen_in_c, inner.get());
  EXPECT_EQ(c_current_handler(), nullptr);
}

TEST(RealHandlers, TakeMoveOnlyCallablesAndDestroyThemAfterTheRun) {
  std::weak_ptr<int> watched;
  int seen = 0;
  mazurka::handler worker{"worker"};
  auto owned = std::make_unique<std::shared_ptr<int>>(std::make_shared<int>(7));
  watched = *owned;
  worker.post([owned = std::move(owned), &seen] { seen = **owned; });
  worker.join();
  EXPECT_EQ(seen, 7);
  EXPECT_TRUE(watched.expired());
}

// The running message finishes; messages that have not started, and messages posted later,
// are dropped and destroyed.
TEST(RealHandlers, DropAtQuitWhatHasNotStarted) {
  std::promise<void> started;
  std::promise<void> proceed;
  bool first_ended = false;
  bool second_ran = false;
  const auto watched = std::make_shared<int>(0);
  mazurka::handler worker{"worker", mazurka::fifo};
  worker.post([&] {
    started.set_value();
    proceed.get_future().wait();
    first_ended = true;
  });
  started.get_future().wait();
  worker.post([&second_ran, watched] { second_ran = true; });
  EXPECT_EQ(watched.use_count(), 2);
  worker.quit();
  EXPECT_EQ(watched.use_count(), 1);
  worker.post([&second_ran, watched] { second_ran = true; });
  EXPECT_EQ(watched.use_count(), 1);
  proceed.set_value();
  worker.join();
  EXPECT_TRUE(first_ended);
  EXPECT_FALSE(second_ran);
}

// A thread posts it later, to a handler that exists.
TEST(RealHandlers, RunDelayedMessages) {
  std::promise<int> seen;
  auto value = std::make_unique<int>(7);
  mazurka::handler worker{"worker", mazurka::fifo};
  worker.post_delayed([&seen, value = std::move(value)] { seen.set_value(*value); });
  EXPECT_EQ(seen.get_future().get(), 7);
  worker.join();
}

// A delayed message for a handler that was joined is not misuse: it is dropped and destroyed.
TEST(RealHandlers, DropDelayedMessagesThatComeTooLate) {
  std::promise<void> dropped;
  bool ran = false;
  struct Notice {
    std::promise<void>* dropped;
    void operator()(void* /*unused*/) const { dropped->set_value(); }
  };
  mazurka::handler worker{"worker"};
  worker.quit();
  worker.join();
  std::unique_ptr<void, Notice> token(&ran, Notice{&dropped});
  worker.post_delayed([&ran, token = std::move(token)] { ran = true; });
  dropped.get_future().wait();
  EXPECT_FALSE(ran);
}

// A message may post to its own handler; join waits for these too.
TEST(RealHandlers, AreJoinedWhenIdleWithAnEmptyMailbox) {
  int left = 50;
  mazurka::handler worker{"worker"};
  struct Again {
    mazurka::handler& worker;
    int& left;
    void operator()() const {
      if (--left > 0) worker.post(*this);
    }
  };
  worker.post(Again{worker, left});
  worker.join();
  EXPECT_EQ(left, 0);
}

TEST(RealHandlers, MayQuitThemselves) {
  mazurka::handler worker{"worker"};
  worker.post([&] { worker.quit(); });
  while (true) {
    bool ran = false;
    const auto token = std::make_shared<int>(0);
    worker.post([&ran, token] { ran = true; });
    if (token.use_count() == 1 && !ran) break;  // dropped at once: it has quit
    std::this_thread::yield();
  }
  worker.join();
}

TEST(RealHandlers, AreJoinedByTheirDestructor) {
  int runs = 0;
  {
    mazurka::handler first{"first"};
    mazurka::handler moved{std::move(first)};
    moved.post([&runs] { ++runs; });
  }
  EXPECT_EQ(runs, 1);
}

TEST(RealHandlers, GiveEveryChoiceSoonerOrLater) {
  std::vector<int> seen(3);
  for (int i = 0; i < 1000; ++i) ++seen.at(static_cast<std::size_t>(mz_choose(3)));
  for (const int count : seen) EXPECT_GT(count, 100);
  EXPECT_EQ(mz_choose(1), 0);
}

using RealHandlersDeathTest = testing::Test;

TEST(RealHandlersDeathTest, SayWhatIsMisuse) {
  testing::GTEST_FLAG(death_test_style) = "threadsafe";
  EXPECT_DEATH(
      {
        mazurka::handler ui{"ui"};
        ui.join();
        ui.post([] {});
      },
      "a post to a handler that was joined: ui");
  EXPECT_DEATH(
      {
        mazurka::handler ui{"ui"};
        ui.join();
        ui.join();
      },
      "joined twice: ui");
  EXPECT_DEATH((void)mz_choose(0), "at least one value");
}

// An execution that violates an assumption is irrelevant, so the process exits with
// status 0 and prints nothing.
TEST(RealHandlersDeathTest, EndTheProcessQuietlyWhenAnAssumptionFails) {
  testing::GTEST_FLAG(death_test_style) = "threadsafe";
  mz_assume(1);
  EXPECT_EXIT(mz_assume(0), testing::ExitedWithCode(0), "^$");
}

}  // namespace
