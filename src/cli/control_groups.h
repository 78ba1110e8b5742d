// The control groups of Linux to which this process belongs: they can limit memory and processors.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mazurka::cli {

// Returns the folders of the groups that have this controller ("memory", "cpu"), each group and
// those above it: a limit of any of them holds. Both versions of control groups are known, which
// name their files differently: `is_old` says that a folder belongs to version 1. Files are looked
// for below `root`, "" except in tests.
struct ControlGroup {
  std::string folder;
  bool is_old = false;
};
[[nodiscard]] std::vector<ControlGroup> control_groups(const std::string& root,
                                                       std::string_view controller);

}  // namespace mazurka::cli
