// What the reports for machines share: how JSON is laid out, and the parts of an execution.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "explore/summary.h"

namespace mazurka {

using Json = nlohmann::ordered_json;

inline constexpr int json_format = 1;  // "format" in each of them

// One line per element, but an event is one line; a line break at the end.
[[nodiscard]] std::string indented(const Json& json);

[[nodiscard]] Json or_null(const std::string& text);
// Steps count from 1, as everywhere where people read them.
[[nodiscard]] Json steps_of(const std::vector<Position>& positions);
[[nodiscard]] Json because_in_json(const Finding& finding);
[[nodiscard]] Json events_in_json(const Counterexample& error);

}  // namespace mazurka
