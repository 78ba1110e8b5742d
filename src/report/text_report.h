// Writes the text report: findings first, then how to replay them, the counts last.
#pragma once

#include <cstddef>
#include <string>

#include "report/report.h"

namespace mazurka {

struct TextOptions {
  std::size_t width = 100;  // of lines
  bool colour = false;
  bool verbose = false;     // all steps of all errors
  bool statistics = false;  // internal statistics
  bool replays = false;     // one replayed execution: there is no coverage to report
};

[[nodiscard]] std::string text_report(const Report& report, const TextOptions& options);

}  // namespace mazurka
