// Runs small models for tests and describes what happened.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/user_error.h"
#include "program/model/model.h"

namespace mazurka::model_test {

using Lines = std::vector<std::string>;

// Loads and restarts a model.
[[nodiscard]] std::unique_ptr<Program> started(std::string_view source);

// Runs the program until no step is enabled and returns one line per event, such as "t: reads x:
// 0". Always takes the first choice, so the task that was declared first runs as far as it can.
[[nodiscard]] Lines events_of(Program& program);
[[nodiscard]] Lines events_of(std::string_view source);
// Returns the lines of events_of() without the names of the tasks.
[[nodiscard]] Lines operations_of(std::string_view source);

// Takes one step of the task with this name, with the choice `value`. Fails the test if that is
// impossible. The event is valid until the next step.
const Event& step(Program& program, const std::string& task, std::uint32_t value = 0);
// Returns the enabled steps: "t", or "t:2" for a value other than 0.
[[nodiscard]] Lines enabled_of(Program& program);
[[nodiscard]] TaskId task_named(Program& program, const std::string& name);
[[nodiscard]] Pending pending_of(Program& program, const std::string& task);
[[nodiscard]] ObjectId object_named(Program& program, const std::string& name);

// Returns the accesses in the list, such as "read x, write y".
[[nodiscard]] std::string accesses_of(Program& program, AccessListId list);

// Returns the mistake that load() finds. Fails the test if there is none.
[[nodiscard]] UserError error_of(std::string_view source);

}  // namespace mazurka::model_test
