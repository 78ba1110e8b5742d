// Shared by the JSON reports: the layout of JSON, and the parts of an execution.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/not_covered.h"
#include "explore/summary.h"

namespace mazurka {

using Json = nlohmann::ordered_json;

inline constexpr int json_format = 1;  // "format" in each of them

// Returns the text of a JSON value: one line per element, one line per event, a line break at the
// end.
[[nodiscard]] std::string indented(const Json& json);

[[nodiscard]] Json or_null(const std::string& text);
// Returns step numbers, which count from 1 as in all reports.
[[nodiscard]] Json steps_of(const std::vector<Position>& positions);
[[nodiscard]] Json because_in_json(const Finding& finding);
[[nodiscard]] Json events_in_json(const Counterexample& error);
[[nodiscard]] Json not_covered_in_json(const std::vector<NotCovered>& list,
                                       const CoveragePolicy& policy);

}  // namespace mazurka
