// What identifies a task within one exploration.
#pragma once

#include <cstdint>

#include "core/ids.h"

namespace mazurka {

// A task is named by its creator, how many tasks that creator had created before, what it runs, and
// on which handler. None of these depends on the schedule.
struct TaskName {
  TaskId creator;  // none for those that start with the program
  std::uint32_t ordinal = 0;
  std::uint32_t code = 0;  // what it runs: the program's own numbering, the same in every process
  HandlerId handler;       // none for threads
  bool operator==(const TaskName&) const = default;
};

}  // namespace mazurka
