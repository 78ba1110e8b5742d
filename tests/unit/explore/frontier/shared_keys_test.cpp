#include "explore/frontier/shared_keys.h"

#include <sys/wait.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include "core/hash.h"

namespace mazurka {
namespace {

TraceKey key_number(std::uint64_t number) { return {spread(number), spread(number + (1u << 30))}; }

TEST(SharedKeys, ContainWhatWasInsertedAndNothingElse) {
  SharedKeys keys;
  for (std::uint64_t i = 0; i < 20'000; ++i) keys.insert(key_number(i));
  for (std::uint64_t i = 0; i < 20'000; ++i) EXPECT_TRUE(keys.contains(key_number(i))) << i;
  for (std::uint64_t i = 20'000; i < 40'000; ++i) EXPECT_FALSE(keys.contains(key_number(i))) << i;
}

TEST(SharedKeys, TellKeysApartByBothHalves) {
  SharedKeys keys;
  keys.insert({1, 2});
  EXPECT_TRUE(keys.contains({1, 2}));
  EXPECT_FALSE(keys.contains({2, 2}));
  EXPECT_FALSE(keys.contains({1, 3}));
}

TEST(SharedKeys, ForgetEverythingWhenCleared) {
  SharedKeys keys;
  for (std::uint64_t i = 0; i < 5'000; ++i) keys.insert(key_number(i));
  keys.clear();
  for (std::uint64_t i = 0; i < 5'000; ++i) EXPECT_FALSE(keys.contains(key_number(i)));
  keys.insert(key_number(1));
  EXPECT_TRUE(keys.contains(key_number(1)));
}

TEST(SharedKeys, SayWhetherAKeyIsNew) {
  SharedKeys keys;
  for (const TraceKey& key : {TraceKey{1, 2}, TraceKey{2, 2}, TraceKey{3, 0}}) {
    EXPECT_TRUE(keys.insert(key));
    EXPECT_FALSE(keys.insert(key));
    EXPECT_TRUE(keys.contains(key));
  }
}

TEST(SharedKeys, AreFullWithAsManyKeysAsTheyMayHave) {
  SharedKeys keys(100);
  for (std::uint64_t i = 0; i < 100; ++i) {
    EXPECT_FALSE(keys.is_full());
    keys.insert(key_number(i));
  }
  EXPECT_TRUE(keys.is_full());
  std::uint64_t count = 0;
  keys.for_each([&](const TraceKey& key) {
    EXPECT_TRUE(keys.contains(key));
    ++count;
  });
  EXPECT_EQ(count, 100u);
  keys.clear();
  EXPECT_FALSE(keys.is_full());
}

// A reader in another process never finds a key that was not inserted, while the table grows.
TEST(SharedKeys, CanBeReadByAnotherProcessWhileTheyGrow) {
  SharedKeys keys;
  constexpr std::uint64_t many = 200'000;
  const pid_t reader = fork();
  if (reader == 0) {
    bool has_all = false;
    for (int round = 0; !has_all; ++round) {
      for (std::uint64_t i = 0; i < 1'000; ++i)
        if (keys.contains(key_number(many + i))) _exit(1);
      has_all = keys.contains(key_number(many - 1)) && keys.contains(key_number(0));
    }
    _exit(0);
  }
  for (std::uint64_t i = 0; i < many; ++i) keys.insert(key_number(i));
  int status = 1;
  ASSERT_EQ(waitpid(reader, &status, 0), reader);
  EXPECT_EQ(status, 0);
}

}  // namespace
}  // namespace mazurka
