// Writes the JSON report (docs/formats.md). The format is stable: it may be extended, but not
// changed.
#pragma once

#include <string>

#include "report/report.h"

namespace mazurka {

// Returns one JSON value, indented, with a line break at the end.
[[nodiscard]] std::string json_report(const Report& report, const std::string& version);

}  // namespace mazurka
