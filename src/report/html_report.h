// Writes a self-contained HTML report, which needs no server, no network and no other file.
//
// The scripts in src/report/html draw the page from JSON data inside it, which html_data.h
// describes.
#pragma once

#include <string>

#include "report/report.h"

namespace mazurka {

[[nodiscard]] std::string html_report(const Report& report, const std::string& version);

}  // namespace mazurka
