// Formats the parts of explanations: "step 7", "bank.mzk:18", the name of a task.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "check/finished_execution.h"

namespace mazurka {

class Phrases {
 public:
  explicit Phrases(const FinishedExecution& finished);

  [[nodiscard]] const std::string& name(TaskId task) const { return names_[task.value]; }
  [[nodiscard]] const std::string& name(ObjectId object) const;
  [[nodiscard]] std::string event(Position position) const;  // "x = 3"
  // Returns "bank.mzk:18", without folder and column, which the timeline and the finding have.
  [[nodiscard]] std::string place(LocationId location) const;
  // Returns " (bank.mzk:18)", or nothing if the location is not known.
  [[nodiscard]] std::string at(LocationId location) const;

 private:
  const FinishedExecution& finished_;
  std::vector<std::string> names_;
};

// Returns "step N". Reports count steps from 1.
[[nodiscard]] std::string step(Position position);

// Joins a list: "a", "a and b", "a, b and c".
[[nodiscard]] std::string enumeration(const std::vector<std::string>& parts);

}  // namespace mazurka
