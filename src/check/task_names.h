// What the tasks of an execution are called in reports.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/describer.h"
#include "core/execution.h"
#include "core/pending.h"

namespace mazurka {

// Returns the names of the tasks of an execution, by TaskId; "" for tasks that do not exist. Where
// a program gives two of them one name, the later ones (by creation) get a number: "worker #2".
[[nodiscard]] std::vector<std::string> distinct_task_names(const Execution& execution,
                                                           const Describer& describer,
                                                           std::span<const Pending> pending);

}  // namespace mazurka
