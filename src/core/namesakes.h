// Numbers tasks of one execution that share a name: the second one is "worker #2".
#pragma once

#include <map>
#include <string>
#include <unordered_map>

#include "core/ids.h"

namespace mazurka {

class Namesakes {
 public:
  // Adds a task. Call in the order of creation.
  void add(TaskId task, const std::string& name) {
    if (const std::uint32_t count = ++seen_[name]; count > 1) numbers_[task] = count;
  }
  // Returns the suffix of a task: " #2", or nothing.
  [[nodiscard]] std::string number_of(TaskId task) const {
    const auto found = numbers_.find(task);
    return found == numbers_.end() ? "" : " #" + std::to_string(found->second);
  }

 private:
  std::map<std::string, std::uint32_t> seen_;
  std::unordered_map<TaskId, std::uint32_t> numbers_;
};

}  // namespace mazurka
