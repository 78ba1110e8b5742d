#include "explore/frontier/known_traces.h"

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <optional>
#include <set>
#include <string>
#include <sys/resource.h>
#include <vector>

#include <gtest/gtest.h>

#include "explore/algorithms.h"
#include "explore/explorer.h"
#include "program/model/model.h"
#include "unit/explore/key_files.h"
#include "unit/random.h"

namespace mazurka {
namespace {

TraceKey random_key(Random& random, std::uint32_t numbers) {
  // The range is small, so that many numbers occur twice; the keys use all bits.
  const std::uint64_t number = 1 + random.below(numbers);
  return {number * 0x9e3779b97f4a7c15u, number};
}

// The reference is a set of all keys. The limits lead to no file, one page, or many merges.
TEST(KnownTraces, AreTheSameInMemoryAndInAFile) {
  for (const std::size_t limit : {100000u, 300u, 2000u, 7u}) {
    KnownTraces known(limit);
    std::set<TraceKey> expected;
    Random random(limit);
    for (int i = 0; i < 6000; ++i) {
      const TraceKey key = random_key(random, 5000);
      ASSERT_EQ(known.contains(key), expected.contains(key)) << limit << " " << i;
      ASSERT_EQ(known.insert(key), expected.insert(key).second) << limit << " " << i;
      ASSERT_EQ(known.size(), expected.size());
    }
    EXPECT_EQ(known.in_file(), limit == 100000u ? 0 : expected.size() / limit * limit);
    for (std::uint64_t other = 5001; other < 6000; ++other)
      EXPECT_FALSE(known.contains({other * 0x9e3779b97f4a7c15u, other}));
    KnownTraces again;
    std::size_t visited = 0;
    known.for_each([&](const TraceKey& key) {
      ++visited;
      EXPECT_TRUE(again.insert(key));
      EXPECT_FALSE(known.insert(key));
    });
    EXPECT_EQ(visited, expected.size());
    for (const TraceKey& key : expected) EXPECT_TRUE(again.contains(key));
  }
}

// Sets the folder for temporary files while the object lives.
class TemporaryFolder {
 public:
  explicit TemporaryFolder(const char* path) {
    if (const char* const before = std::getenv("TMPDIR")) before_ = before;
    setenv("TMPDIR", path, 1);
  }
  ~TemporaryFolder() {
    if (before_)
      setenv("TMPDIR", before_->c_str(), 1);
    else
      unsetenv("TMPDIR");
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

 private:
  std::optional<std::string> before_;
};

TEST(KnownTraces, StayInMemoryIfThereIsNoFile) {
  const TemporaryFolder none("/no/such/folder");
  KnownTraces known(10);
  EXPECT_EQ(known.problem(), "");
  for (std::uint64_t i = 1; i <= 1000; ++i) EXPECT_TRUE(known.insert({i, i}));
  for (std::uint64_t i = 1; i <= 1000; ++i) EXPECT_FALSE(known.insert({i, i}));
  EXPECT_EQ(known.size(), 1000u);
  EXPECT_EQ(known.in_file(), 0u);
  EXPECT_NE(known.problem().find("stay in memory"), std::string::npos) << known.problem();
}

// Limits the size of files while the object lives, as if the disk were full.
class FullDisk {
 public:
  explicit FullDisk(rlim_t bytes) {
    getrlimit(RLIMIT_FSIZE, &before_);
    handler_before_ = std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{bytes, before_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FullDisk() {
    setrlimit(RLIMIT_FSIZE, &before_);
    (void)std::signal(SIGXFSZ, handler_before_);
  }
  FullDisk(const FullDisk&) = delete;
  FullDisk& operator=(const FullDisk&) = delete;

 private:
  rlimit before_{};
  void (*handler_before_)(int) = nullptr;
};

// Tests a disk on which no run can be written, and one on which runs can be written but not merged.
TEST(KnownTraces, AreNotLostIfTheDiskIsFull) {
  for (const bool has_names : {false, true})
    for (const rlim_t bytes : {rlim_t{4096}, rlim_t{20'480}}) {
      SCOPED_TRACE(bytes);
      const TestFolder path;
      const std::size_t open_before = open_descriptors();
      {
        KnownTraces known(1000, std::make_shared<KeyFolder>(has_names ? path.path() : ""));
        {
          const FullDisk full(bytes);
          for (std::uint64_t i = 1; i <= 7000; ++i) EXPECT_TRUE(known.insert(test_key(i)));
          EXPECT_EQ(known.problem().empty(), bytes != 4096) << known.problem();
          EXPECT_EQ(known.in_file(), bytes == 4096 ? 0 : 7000);
        }
        EXPECT_EQ(open_descriptors(),
                  open_before + (bytes == 4096 ? 0u : 7u) + (has_names ? 1u : 0u));
        EXPECT_LE(path.runs().size(), 7u);  // no partially written file is left
        for (std::uint64_t i = 1; i <= 16'000; ++i) EXPECT_EQ(known.insert(test_key(i)), i > 7000);
        EXPECT_EQ(known.size(), 16'000u);
        EXPECT_EQ(known.problem(), "");
        EXPECT_EQ(known.in_file(), 16'000u);
      }
      EXPECT_EQ(open_descriptors(), open_before);
    }
}

TEST(KnownTraces, GiveTheSameExplorationFromAFile) {
  const auto program = model::load(
      "var x; handler h; thread t { for i in 0 .. 6 { post m(i) to h; } } message m(i) { x = i; }",
      "test.mzk");
  for (const std::size_t in_memory : {0u, 50u}) {
    const auto algorithm =
        make_algorithm(AlgorithmName::event, {.event = {.known_in_memory = in_memory}});
    const Summary summary = explore(*program, *algorithm, {.count_traces = true});
    EXPECT_EQ(summary.executions, 720u);
    EXPECT_EQ(summary.distinct_traces, 720u);
    const bool has_file = std::ranges::any_of(summary.statistics, [](const auto& statistic) {
      return statistic.first == "known traces in files";
    });
    EXPECT_EQ(has_file, in_memory != 0);
  }
}

}  // namespace
}  // namespace mazurka
