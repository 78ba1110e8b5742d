// The result as a test in the XML that JUnit began and that CI systems read.
#pragma once

#include <string>

#include "report/report.h"

namespace mazurka {

// One test, named after the program. An error is a failure with the whole text report; what a bound
// stopped is an error of the test, or, if the user accepts that, a skipped test.
[[nodiscard]] std::string junit_report(const Report& report, bool accepts_incomplete);

}  // namespace mazurka
