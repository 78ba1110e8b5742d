// The mailboxes of mazurka.h when the program runs for real: queues with locks. These tests run a
// second time under ThreadSanitizer.
#include <chrono>
#include <memory>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <mazurka/mazurka.hpp>

namespace {

TEST(RealMailboxes, KeepTheOrderOfEachSender) {
  constexpr int senders = 4;
  constexpr int count = 500;
  mazurka::mailbox<std::pair<int, int>> box{"box"};
  std::vector<std::thread> threads;
  for (int sender = 0; sender < senders; ++sender)
    threads.emplace_back([&box, sender] {
      for (int i = 0; i < count; ++i) box.send({sender, i});
    });
  std::vector<int> next(senders, 0);
  for (int i = 0; i < senders * count; ++i) {
    const auto [sender, number] = box.receive();
    EXPECT_EQ(number, next[static_cast<std::size_t>(sender)]++);
  }
  EXPECT_EQ(box.try_receive(), std::nullopt);
  for (std::thread& thread : threads) thread.join();
}

TEST(RealMailboxes, LeaveWhatDoesNotMatch) {
  mazurka::mailbox<int> box;
  for (const int number : {1, 2, 3, 4}) box.send(number);
  const auto is_even = [](int number) { return number % 2 == 0; };
  EXPECT_EQ(box.receive(is_even), 2);
  EXPECT_EQ(box.try_receive(is_even), 4);
  EXPECT_EQ(box.try_receive(is_even), std::nullopt);
  box.send(5);  // behind what is left, although the last message was taken
  EXPECT_EQ(box.receive(), 1);
  EXPECT_EQ(box.receive(), 3);
  EXPECT_EQ(box.receive(), 5);
}

TEST(RealMailboxes, WaitForAMatch) {
  mazurka::mailbox<int> box;
  std::thread sender([&] {
    box.send(1);
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    box.send(2);
  });
  EXPECT_EQ(box.receive([](int number) { return number == 2; }), 2);
  EXPECT_EQ(box.receive(), 1);
  sender.join();
}

TEST(RealMailboxes, DestroyWhatIsLeft) {
  const auto counted = std::make_shared<int>(0);
  {
    mazurka::mailbox<std::shared_ptr<int>> box;
    box.send(counted);
    box.send(counted);
    EXPECT_EQ(counted.use_count(), 3);
  }
  EXPECT_EQ(counted.use_count(), 1);
}

TEST(RealMailboxes, PassTagsAndPointersInC) {
  mz_mailbox* const box = mz_mailbox_create("box");
  int value = 3;
  mz_send(box, 1, nullptr);
  mz_send(box, 2, &value);
  const auto has_tag = [](int tag, void*, void* wanted) {
    return tag == *static_cast<int*>(wanted) ? 1 : 0;
  };
  int wanted = 2;
  const mz_message message = mz_receive(box, has_tag, &wanted);
  EXPECT_EQ(message.tag, 2);
  EXPECT_EQ(message.pointer, &value);
  mz_message none;
  EXPECT_EQ(mz_try_receive(box, has_tag, &wanted, &none), 0);
  int dropped = 0;
  static int* counter = nullptr;
  counter = &dropped;
  mz_mailbox_destroy(box, [](int tag, void*) { *counter += tag; });
  EXPECT_EQ(dropped, 1);
}

TEST(RealMailboxesDeathTest, RefuseASecondReceiver) {
  testing::GTEST_FLAG(death_test_style) = "threadsafe";
  EXPECT_DEATH(
      {
        mazurka::mailbox<int> box{"box"};
        static_cast<void>(box.try_receive());
        std::thread([&] { static_cast<void>(box.try_receive()); }).join();
      },
      "a second thread receives from a mailbox: box");
}

}  // namespace
