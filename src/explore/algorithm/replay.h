// Follows a recorded schedule: one execution, the same as before.
#pragma once

#include <memory>

#include "core/schedule.h"
#include "explore/algorithm.h"

namespace mazurka {

// Throws UserError, while it runs, where the program cannot do what the schedule says. `file` is
// where the schedule came from.
[[nodiscard]] std::unique_ptr<Algorithm> make_replay(Schedule schedule, std::string file = {});

}  // namespace mazurka
