#include "cli/processors.h"

#include <algorithm>
#include <fstream>
#include <limits>
#include <sched.h>
#include <thread>

#include "cli/control_groups.h"

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

double allowed_by_groups(const std::string& root) {
  double lowest = unlimited;
  for (const ControlGroup& group : control_groups(root, "cpu"))
    lowest = std::min(
        lowest, group.is_old ? limit_of_old_group(group.folder) : limit_of_group(group.folder));
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
