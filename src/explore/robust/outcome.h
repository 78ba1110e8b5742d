// The outcome of an execution: the final values of variables, and the tasks that never end.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "core/step.h"
#include "explore/robust/event_tree.h"
#include "program/program.h"

namespace mazurka {

struct Outcome {
  std::map<ObjectId, std::int64_t> values;  // of variables that differ from their initial value
  std::vector<std::string> unfinished;      // paths of tasks, sorted
  // The events that were posted. Only executions of the same events can be compared
  // ([Robustness17], footnote 4).
  std::set<TaskId> events;
  auto operator<=>(const Outcome&) const = default;
};

// Returns the outcome of an execution that the program has just made, with these steps. Where
// events have no values (recorded traces), the outcome consists of the unfinished tasks alone.
[[nodiscard]] Outcome outcome_at_end(std::span<const Event> steps, Program& program,
                                     const EventTree& tree);

// Returns in how many variables and tasks two outcomes differ.
[[nodiscard]] std::size_t distance(const Outcome& a, const Outcome& b);

}  // namespace mazurka
