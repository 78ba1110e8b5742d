// What all outputs are made from.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/not_covered.h"
#include "explore/summary.h"

namespace mazurka {

// A file of the tested program, for reports that show it.
struct SourceFile {
  std::string name;  // as places name it
  std::string text;
};

enum class Verdict : std::uint8_t { safe, error, incomplete };

// What an output that is not about an exploration says instead of its coverage.
struct Words {
  Verdict verdict = Verdict::safe;
  std::string coverage;
  std::string counts;
};

struct Report {
  std::string program;  // as given on the command line
  Summary summary;
  std::vector<std::string>
      schedule_files;                    // of the errors, in their order; "" where none was written
  std::vector<SourceFile> sources = {};  // those that could be read; only if a page is wanted
  std::optional<Words> words = {};       // none: those of the summary
  CoveragePolicy policy = {};            // what of Summary::not_covered makes it incomplete
};

[[nodiscard]] std::string_view name_of(Verdict verdict);
[[nodiscard]] std::string_view name_of(Bound bound);  // as in JSON; REQUIRES: there is one

// Returns the verdict. An error counts more than a bound that came after it, and than what was not
// covered.
[[nodiscard]] Verdict verdict_of(const Report& report);
// Returns whether the exploration came to its end, or left out only what the user accepts.
[[nodiscard]] bool is_explored(const Report& report);

}  // namespace mazurka
