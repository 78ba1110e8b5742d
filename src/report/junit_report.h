// Writes the result as a test in JUnit XML, which CI systems read.
#pragma once

#include <string>

#include "report/report.h"

namespace mazurka {

// Returns one test, named after the program. An error is a failure with the whole text report. An
// exploration that a limit stopped is an error of the test or, with --allow-incomplete, a skipped
// test.
[[nodiscard]] std::string junit_report(const Report& report, bool accepts_incomplete);

}  // namespace mazurka
