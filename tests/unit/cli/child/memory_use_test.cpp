#include "cli/child/memory_use.h"

#include <filesystem>
#include <unistd.h>
#include <vector>

#include <gtest/gtest.h>

#include "unit/cli/temporary_folder.h"

namespace mazurka::cli {
namespace {

// A folder that looks like the root of a file system with /proc and /sys.
class MemoryUse : public testing::Test {
 protected:
  static void write(const std::string& file, const std::string& text) {
    std::filesystem::create_directories(std::filesystem::path(file).parent_path());
    TemporaryFolder::write(file, text);
  }
  static std::uint64_t available() { return memory_available("."); }

  TemporaryFolder folder_;
};

TEST_F(MemoryUse, IsWhatTheKernelCallsAvailable) {
  write("proc/meminfo", "MemTotal: 8000 kB\nMemFree: 10 kB\nMemAvailable:    4000 kB\n");
  EXPECT_EQ(available(), 4000u * 1024);
}

// A limit of an outer group holds for all groups inside.
TEST_F(MemoryUse, IsAtMostTheLimitOfAControlGroup) {
  write("proc/meminfo", "MemAvailable: 4000 kB\n");
  write("proc/self/cgroup", "0::/outer/inner\n");
  write("sys/fs/cgroup/outer/inner/memory.max", "max\n");
  EXPECT_EQ(available(), 4000u * 1024);
  write("sys/fs/cgroup/outer/memory.max", "1048576\n");
  EXPECT_EQ(available(), 1048576u);
  write("sys/fs/cgroup/outer/inner/memory.max", "65536\n");
  EXPECT_EQ(available(), 65536u);
}

TEST_F(MemoryUse, KnowsTheFirstVersionOfControlGroups) {
  write("proc/meminfo", "MemAvailable: 4000 kB\n");
  write("proc/self/cgroup", "4:cpu,cpuacct:/a\n3:memory:/a\n0::/\n");
  write("sys/fs/cgroup/memory/a/memory.limit_in_bytes", "131072\n");
  EXPECT_EQ(available(), 131072u);
}

TEST_F(MemoryUse, IsNotLimitedIfNothingIsKnown) { EXPECT_EQ(available(), 0u); }

TEST(MemoryOfAProcess, GrowsWithWhatItWrites) {
  const std::uint64_t before = memory_used_by(getpid());
  const std::vector<char> block(std::size_t{64} << 20, 'x');
  EXPECT_GT(memory_used_by(getpid()), before + (block.size() / 2));
  EXPECT_EQ(memory_used_by(-1), 0u);
}

}  // namespace
}  // namespace mazurka::cli
