#include "cli/child/memory_use.h"

#include <algorithm>
#include <fstream>
#include <limits>
#include <optional>
#include <unistd.h>

#include "cli/control_groups.h"

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

std::uint64_t allowed_to_groups(const std::string& root) {
  std::uint64_t lowest = unlimited;
  for (const ControlGroup& group : control_groups(root, "memory")) {
    const char* const file = group.is_old ? "/memory.limit_in_bytes" : "/memory.max";
    lowest = std::min(lowest, number_in(group.folder + file).value_or(unlimited));
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
