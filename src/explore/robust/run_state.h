// What determines how a program continues: used to merge executions that lead to the same state.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "explore/robust/focused_program.h"

namespace mazurka {

// Two runs with equal states continue in the same ways. Tasks are deterministic, so what a task has
// observed so far determines what it does next.
struct RunState {
  std::map<ObjectId, std::int64_t> values;  // of variables that differ from their initial value
  // Hashes of what tasks have observed: of tasks that have not ended, of those that ended with a
  // lock, and of all tasks that belong to no event, because they determine the arguments of events.
  std::map<TaskId, std::uint64_t> histories;
  std::vector<TaskId> waiting;  // messages in fifo handlers, in order, by handler
  auto operator<=>(const RunState&) const = default;
};

// Returns the state of the present run. Events that have not started are left out: whoever compares
// states compares these events as well. If `relevant` is given,
// only these variables are part of the state.
[[nodiscard]] RunState state_of(FocusedProgram& program, const std::set<ObjectId>* relevant);

}  // namespace mazurka
