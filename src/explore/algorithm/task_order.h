// The order in which Source-DPOR and DPOR try tasks where they may take any of them.
//
// The number of traces does not depend on it, but the number of redundant executions does.
// [SourceSets17] does not state the order of its measurements; bench/source_sets_table compares the
// orders below with the published numbers.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/registry.h"
#include "core/step.h"

namespace mazurka {

enum class TaskOrder : std::uint8_t {
  running_first,  // continues the task that ran last, or else takes the lowest one (free_choice.h)
  lowest_first,   // takes the lowest task
  round_robin,    // takes the first task after the one that ran last; after the last one, the first
  // Like running_first, but tasks are compared as texts: by their paths with ordinals counted from
  // 1, so that 1.10 comes before 1.2. Concuerror, the tool of [SourceSets17], names its processes
  // in this way and keeps them in sorted sets.
  running_first_by_text,
};

// Sorts tasks, or choices by their tasks, by the text of the tasks: for
// TaskOrder::running_first_by_text.
class TextOrder {
 public:
  void sort(std::vector<Choice>& choices, const Registry& registry);
  void sort(std::vector<TaskId>& tasks, const Registry& registry);

 private:
  void learn_texts(const Registry& registry);

  std::vector<std::string> texts_;  // by task
};

// Returns the first choice of a task after `last`; if there is none, the first choice. REQUIRES:
// `enabled` is sorted by task and is not empty.
[[nodiscard]] Choice next_in_turn(const std::vector<Choice>& enabled, TaskId last);

}  // namespace mazurka
