#include "cli/child/memory_use.h"

#include <algorithm>
#include <fstream>
#include <limits>
#include <optional>
#include <unistd.h>

namespace mazurka::cli {

namespace {

constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();

// Returns the number that a file begins with. A control group without a limit says "max".
std::optional<std::uint64_t> number_in(const std::string& file) {
  std::ifstream in(file);
  std::uint64_t number = 0;
  if (in >> number) return number;
  return std::nullopt;
}

std::uint64_t available_to_system(const std::string& root) {
  std::ifstream in(root + "/proc/meminfo");
  std::string name;
  std::uint64_t kibibytes = 0;
  while (in >> name) {
    if (name == "MemAvailable:" && in >> kibibytes) return kibibytes * 1024;
    in.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
  }
  return unlimited;
}

// Returns the lowest limit of a control group and the groups above it. `mount` is where the groups
// are, `limit` the name of the file with the limit.
std::uint64_t limit_of_groups(const std::string& mount, std::string group, const char* limit) {
  std::uint64_t lowest = unlimited;
  while (true) {
    lowest = std::min(lowest, number_in(mount + group + "/" + limit).value_or(unlimited));
    if (group.empty() || group == "/") return lowest;
    group.erase(group.rfind('/'));
  }
}

// Lines of /proc/self/cgroup: "0::/user.slice" (version 2), "5:memory:/user.slice" (version 1).
std::uint64_t allowed_to_groups(const std::string& root) {
  std::ifstream in(root + "/proc/self/cgroup");
  std::uint64_t lowest = unlimited;
  for (std::string line; std::getline(in, line);) {
    const std::size_t first = line.find(':');
    const std::size_t second = line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::string controllers = "," + line.substr(first + 1, second - first - 1) + ",";
    const std::string group = line.substr(second + 1);
    if (controllers == ",,")
      lowest = std::min(lowest, limit_of_groups(root + "/sys/fs/cgroup", group, "memory.max"));
    else if (controllers.find(",memory,") != std::string::npos)
      lowest = std::min(
          lowest, limit_of_groups(root + "/sys/fs/cgroup/memory", group, "memory.limit_in_bytes"));
  }
  return lowest;
}

}  // namespace

std::uint64_t memory_used_by(pid_t process) {
  std::ifstream in("/proc/" + std::to_string(process) + "/statm");
  std::uint64_t size = 0;
  std::uint64_t resident = 0;
  std::uint64_t shared = 0;
  if (!(in >> size >> resident >> shared)) return 0;
  return (resident - std::min(resident, shared)) * static_cast<std::uint64_t>(getpagesize());
}

std::uint64_t memory_available(const std::string& root) {
  const std::uint64_t bytes = std::min(available_to_system(root), allowed_to_groups(root));
  return bytes == unlimited ? 0 : bytes;
}

}  // namespace mazurka::cli
