#include "cli/processors.h"

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "unit/cli/temporary_folder.h"

namespace mazurka::cli {
namespace {

void write_below(const std::string& file, const std::string& text) {
  std::filesystem::create_directories(std::filesystem::path(file).parent_path());
  std::ofstream(file) << text;
}

TEST(Processors, AreAtLeastOne) { EXPECT_GE(processors_available(), 1u); }

TEST(Processors, AreLimitedByTheGroupsOfTheProcess) {
  const TemporaryFolder folder;
  const std::string root = std::filesystem::current_path().string();
  write_below(root + "/proc/self/cgroup", "0::/a/b\n");
  write_below(root + "/sys/fs/cgroup/a/b/cpu.max", "max 100000\n");
  EXPECT_EQ(processors_available(root), processors_available("/nowhere"));
  write_below(root + "/sys/fs/cgroup/a/cpu.max", "150000 100000\n");
  EXPECT_EQ(processors_available(root), 1u);
  write_below(root + "/sys/fs/cgroup/a/cpu.max", "50000 100000\n");
  EXPECT_EQ(processors_available(root), 1u);
}

TEST(Processors, AreLimitedByGroupsOfVersionOne) {
  const TemporaryFolder folder;
  const std::string root = std::filesystem::current_path().string();
  write_below(root + "/proc/self/cgroup", "4:cpu,cpuacct:/a\n");
  write_below(root + "/sys/fs/cgroup/cpu/a/cpu.cfs_quota_us", "100000\n");
  write_below(root + "/sys/fs/cgroup/cpu/a/cpu.cfs_period_us", "100000\n");
  EXPECT_EQ(processors_available(root), 1u);
}

}  // namespace
}  // namespace mazurka::cli
