// Describes what an exploration does not cover, for the reports that people read.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "report/report.h"

namespace mazurka {

// A line of the verdict.
struct CoverageLine {
  std::string text;     // "not covered: a.c:7: fork is not supported … [refused_call]"
  bool is_note = true;  // it does not change the verdict
};

// Returns the lines about these entries, those first that change the verdict. Entries that differ
// in their locations only share a line. If a kind has many lines, the last one says how many are
// left out.
[[nodiscard]] std::vector<CoverageLine> coverage_lines(std::span<const NotCovered> list,
                                                       const CoveragePolicy& policy);
// Returns the lines about the entries of Summary::not_covered that coverage_of() does not mention.
[[nodiscard]] std::vector<CoverageLine> coverage_lines(const Report& report);

// Returns what an entry of this kind does to the verdict, as in JSON: "error", "incomplete", "note"
// or "accepted".
[[nodiscard]] std::string_view effect_of(NotCoveredKind kind, const CoveragePolicy& policy);

// Returns how the verdict begins: "no errors", "no errors in what was seen", "no errors so far",
// "2 errors".
[[nodiscard]] std::string verdict_in_words(const Report& report);

}  // namespace mazurka
