#include "cli/processors.h"

#include <algorithm>
#include <fstream>
#include <limits>
#include <sched.h>
#include <thread>

namespace mazurka::cli {

namespace {

constexpr double unlimited = std::numeric_limits<double>::infinity();

std::uint32_t allowed_by_affinity() {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) != 0)
    return std::max(std::thread::hardware_concurrency(), 1u);
  return static_cast<std::uint32_t>(std::max(CPU_COUNT(&set), 1));
}

// Returns the quotient of two numbers of microseconds: the time that a group may use, and the
// period in which it may do so. A group without a limit says "max" or -1.
double quotient(double quota, double period) {
  return quota > 0 && period > 0 ? quota / period : unlimited;
}

// Version 2: "cpu.max" has both numbers.
double limit_of_group(const std::string& folder) {
  std::ifstream in(folder + "/cpu.max");
  double quota = 0;
  double period = 0;
  return in >> quota >> period ? quotient(quota, period) : unlimited;
}

// Version 1: each number has its own file.
double limit_of_old_group(const std::string& folder) {
  std::ifstream quota_file(folder + "/cpu.cfs_quota_us");
  std::ifstream period_file(folder + "/cpu.cfs_period_us");
  double quota = 0;
  double period = 0;
  return quota_file >> quota && period_file >> period ? quotient(quota, period) : unlimited;
}

// Returns the lowest limit of a group and the groups above it.
template <class Limit>
double lowest_limit(const std::string& mount, std::string group, const Limit& limit) {
  double lowest = unlimited;
  while (true) {
    lowest = std::min(lowest, limit(mount + group));
    if (group.empty() || group == "/") return lowest;
    group.erase(group.rfind('/'));
  }
}

// Lines of /proc/self/cgroup: "0::/user.slice" (version 2), "4:cpu,cpuacct:/" (version 1).
double allowed_by_groups(const std::string& root) {
  std::ifstream in(root + "/proc/self/cgroup");
  double lowest = unlimited;
  for (std::string line; std::getline(in, line);) {
    const std::size_t first = line.find(':');
    const std::size_t second = line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::string controllers = "," + line.substr(first + 1, second - first - 1) + ",";
    const std::string group = line.substr(second + 1);
    const std::string mount = root + "/sys/fs/cgroup";
    if (controllers == ",,")
      lowest = std::min(lowest, lowest_limit(mount, group, limit_of_group));
    else if (controllers.find(",cpu,") != std::string::npos)
      lowest = std::min(lowest, lowest_limit(mount + "/cpu", group, limit_of_old_group));
  }
  return lowest;
}

}  // namespace

std::uint32_t processors_available(const std::string& root) {
  const std::uint32_t processors = allowed_by_affinity();
  const double limit = allowed_by_groups(root);
  if (limit >= processors) return processors;
  return std::max(static_cast<std::uint32_t>(limit), 1u);
}

}  // namespace mazurka::cli
