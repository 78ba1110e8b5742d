// Runs small models for tests and says in words what happened.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/user_error.h"
#include "program/model/model.h"

namespace mazurka::model_test {

using Lines = std::vector<std::string>;

// Loads and restarts.
[[nodiscard]] std::unique_ptr<Program> started(std::string_view source);

// "t: reads x: 0", one line per event, until nothing is enabled. Always takes the first choice, so
// the task that was declared first goes as far as it can.
[[nodiscard]] Lines events_of(Program& program);
[[nodiscard]] Lines events_of(std::string_view source);
// The same without the tasks' names.
[[nodiscard]] Lines operations_of(std::string_view source);

// Lets the task of this name make one step; `value` is that of the choice. Fails the test if it
// cannot. The event is valid until the next one.
const Event& step(Program& program, const std::string& task, std::uint32_t value = 0);
// What the next steps could be: "t", or "t:2" with a value other than 0.
[[nodiscard]] Lines enabled_of(Program& program);
[[nodiscard]] TaskId task_named(Program& program, const std::string& name);
[[nodiscard]] Pending pending_of(Program& program, const std::string& task);
[[nodiscard]] ObjectId object_named(Program& program, const std::string& name);

// "read x, write y": what an access list touches.
[[nodiscard]] std::string accesses_of(Program& program, AccessListId list);

// The mistake that load() finds. Fails the test if there is none.
[[nodiscard]] UserError error_of(std::string_view source);

}  // namespace mazurka::model_test
