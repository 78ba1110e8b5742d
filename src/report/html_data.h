// The data of the HTML report: an extract of the report, as small as possible.
//
//   {mazurka, program, verdict, coverage, counts, notes, warnings, verdict_words, not_covered,
//    files, errors, left_out}
//   file    {name, parts: [[number of the first line, text]]}
//   error   {headline, where, replay, because, failure, shown, races, reversal, put_off, decision,
//            tasks, places, texts, events, past}
//   event   [task, text, place, positions that it comes after...], numbers into the lists of its
//           error; place is -1 if it is not known
//   place   [file, line, column]
//   past    one character per event: 1 if it led to the error
//
// Positions count from 0 here; step numbers in texts count from 1.
#pragma once

#include <string>

#include "report/json_parts.h"
#include "report/report.h"

namespace mazurka {

// A page with more errors would take long to load. It only says how many further errors there are.
inline constexpr std::size_t most_errors_in_page = 20;

[[nodiscard]] Json html_data(const Report& report, const std::string& version);

}  // namespace mazurka
