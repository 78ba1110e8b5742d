// Replays one recorded schedule.
#pragma once

#include <memory>
#include <vector>

#include "core/schedule.h"
#include "explore/algorithm.h"

namespace mazurka {

// Returns an algorithm that follows the schedule. It throws UserError at the first step that the
// program cannot make. `file` names the file of the schedule in this error.
[[nodiscard]] std::unique_ptr<Algorithm> make_replay(Schedule schedule, std::string file = {});

// Returns an algorithm that follows these choices, and throws UserError if the program cannot.
[[nodiscard]] std::unique_ptr<Algorithm> make_replay_of(std::vector<Choice> choices);

}  // namespace mazurka
