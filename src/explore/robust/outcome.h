// The outcome of an execution: the final values of variables, and the tasks that never end.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "core/step.h"
#include "program/program.h"

namespace mazurka {

struct Outcome {
  std::map<ObjectId, std::int64_t> values;  // of variables that differ from their initial value
  std::vector<std::string> unfinished;      // paths of tasks, sorted
  auto operator<=>(const Outcome&) const = default;
};

// Returns the outcome of the steps of those tasks for which `counts` holds.
[[nodiscard]] Outcome outcome_of(std::span<const Event> steps, Program& program,
                                 const Registry& registry,
                                 const std::function<bool(TaskId)>& counts);

// Returns in how many variables and tasks two outcomes differ.
[[nodiscard]] std::size_t distance(const Outcome& a, const Outcome& b);

}  // namespace mazurka
