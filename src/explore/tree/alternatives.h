// The other values of a choice that was made: a task may have several enabled choices (a random
// value, the sleeper that a signal wakes), and each of them has to be explored.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/step.h"

namespace mazurka {

// Sets `result` to all values that the task could choose, the chosen one included; to nothing if
// there was only one.
inline void list_alternatives(Choice chosen, std::span<const Choice> enabled,
                              std::vector<std::uint32_t>& result) {
  result.clear();
  for (const Choice& other : enabled)
    if (other.task == chosen.task) result.push_back(other.value);
  if (result.size() == 1) result.clear();
}

}  // namespace mazurka
