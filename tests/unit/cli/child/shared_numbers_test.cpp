#include "cli/child/shared_numbers.h"

#include <algorithm>
#include <csignal>
#include <set>
#include <sys/wait.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include "sanitized.h"

namespace mazurka::cli {
namespace {

TaskName name_number(std::uint32_t number) {
  return {TaskId::none(), number, 7, HandlerId::none()};
}

TEST(SharedNumbers, ReturnTheNamesThatARegistryDoesNotKnow) {
  SharedNumbers numbers;
  EXPECT_EQ(numbers.number(name_number(0), 0).size(), 1u);
  EXPECT_EQ(numbers.number(name_number(1), 1).size(), 1u);
  // Another registry knows none of them.
  EXPECT_EQ(numbers.number(name_number(1), 0), (std::vector{name_number(0), name_number(1)}));
  EXPECT_EQ(numbers.number(name_number(5), 1), (std::vector{name_number(1), name_number(5)}));
}

TEST(SharedNumbers, GiveARegistryTheIdsOfAnother) {
  SharedNumbers numbers;
  Registry first;
  Registry second;
  first.set_task_numbers(&numbers);
  second.set_task_numbers(&numbers);
  EXPECT_EQ(first.task(name_number(3)), TaskId{0});
  EXPECT_EQ(first.task(name_number(4)), TaskId{1});
  EXPECT_EQ(second.task(name_number(5)), TaskId{2});
  EXPECT_EQ(second.task(name_number(4)), TaskId{1});
  EXPECT_EQ(first.task(name_number(5)), TaskId{2});
  EXPECT_EQ(second.name_of(TaskId{0}), name_number(3));
}

// Processes number tasks until they are killed; the parent frees their locks.
TEST(SharedNumbers, StayConsistentWhenProcessesAreKilled) {
  SharedNumbers numbers;
  for (std::uint32_t round = 0; round < (is_sanitized ? 4 : 30); ++round) {
    std::vector<pid_t> children;
    for (std::uint32_t worker = 0; worker < 3; ++worker) {
      const pid_t child = fork();
      if (child == 0) {
        numbers.set_worker(worker);
        for (std::uint32_t i = 0;; ++i) {
          const TaskName name = name_number((i * (worker + 3)) % 50'000);
          const std::vector<TaskName> names = numbers.number(name, 0);
          if (names.empty() || !(names.back() == name)) _exit(1);
        }
      }
      children.push_back(child);
    }
    usleep(3'000);
    for (std::uint32_t worker = 0; worker < 3; ++worker) {
      kill(children[worker], SIGKILL);
      int status = 0;
      ASSERT_EQ(waitpid(children[worker], &status, 0), children[worker]);
      EXPECT_TRUE(WIFSIGNALED(status));
      numbers.free_lock_of(worker);
    }
    const std::vector<TaskName> all = numbers.all();
    std::set<std::uint32_t> ordinals;
    for (const TaskName& name : all) EXPECT_TRUE(ordinals.insert(name.ordinal).second);
  }
  EXPECT_EQ(numbers.number(name_number(999'999), 0).back(), name_number(999'999));
}

TEST(SharedNumbers, TellTheParentTheNamesOfHandlers) {
  SharedNumbers numbers;
  Registry registry;
  const StableName first = stable_name(NameKind::handler, "a");
  const StableName second = stable_name(NameKind::handler, "b");
  (void)registry.add_handler("a", first, Discipline::multiset);
  numbers.publish_handlers(registry);
  (void)registry.add_handler("b", second, Discipline::multiset);
  numbers.publish_handlers(registry);
  EXPECT_TRUE(std::ranges::equal(numbers.handlers(), std::vector{first, second}));
  (void)numbers.number(name_number(4), 0);
  EXPECT_EQ(numbers.names_from(0).size(), 1u);
  EXPECT_EQ(numbers.names_from(9).size(), 0u);
}

// A worker that was stopped in the middle must not stop the parent.
TEST(SharedNumbers, TheParentDoesNotWaitForALockForLong) {
  SharedNumbers numbers;
  EXPECT_EQ(numbers.try_number(name_number(0), 0)->size(), 1u);
  const pid_t child = fork();
  if (child == 0) {
    for (std::uint32_t i = 0;; ++i) (void)numbers.number(name_number(i % 100'000), 0);
  }
  bool was_refused = false;
  for (int i = 0; i < 500 && !was_refused; ++i) {
    usleep(2'000);
    kill(child, SIGSTOP);
    was_refused = !numbers.try_number(name_number(1), 0);
    kill(child, SIGCONT);
  }
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  EXPECT_TRUE(was_refused);
}

}  // namespace
}  // namespace mazurka::cli
