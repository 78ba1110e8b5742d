#include "cli/control_groups.h"

#include <fstream>

namespace mazurka::cli {

// Lines of /proc/self/cgroup: "0::/user.slice" (version 2), "4:cpu,cpuacct:/" (version 1).
std::vector<ControlGroup> control_groups(const std::string& root, std::string_view controller) {
  const std::string mount = root + "/sys/fs/cgroup";
  const std::string wanted = "," + std::string(controller) + ",";
  std::vector<ControlGroup> result;
  std::ifstream in(root + "/proc/self/cgroup");
  for (std::string line; std::getline(in, line);) {
    const std::size_t first = line.find(':');
    const std::size_t second = line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::string controllers = "," + line.substr(first + 1, second - first - 1) + ",";
    const bool is_old = controllers != ",,";
    if (is_old && controllers.find(wanted) == std::string::npos) continue;
    const std::string top = is_old ? mount + "/" + std::string(controller) : mount;
    for (std::string group = line.substr(second + 1);; group.erase(group.rfind('/'))) {
      result.push_back({top + group, is_old});
      if (group.empty() || group == "/") break;
    }
  }
  return result;
}

}  // namespace mazurka::cli
