// The report for machines (docs/formats.md): a promise, extended but never changed.
#pragma once

#include <string>

#include "report/report.h"

namespace mazurka {

// One JSON value, indented, with a line break at its end.
[[nodiscard]] std::string json_report(const Report& report, const std::string& version);

}  // namespace mazurka
