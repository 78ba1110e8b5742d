// The report as one HTML page that needs nothing else: no server, no network, no other file.
//
// The page is drawn by the scripts in src/report/html from data that stand in it as JSON; what they
// mean is in html_data.h.
#pragma once

#include <string>

#include "report/report.h"

namespace mazurka {

[[nodiscard]] std::string html_report(const Report& report, const std::string& version);

}  // namespace mazurka
