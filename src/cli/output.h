// Puts a report where the user wants it.
#pragma once

#include <ostream>
#include <string>

#include "cli/command_line.h"
#include "cli/front_end.h"
#include "report/report.h"
#include "report/robust_report.h"
#include "report/text_report.h"

namespace mazurka::cli {

// Returns false if a file could not be written; says so on `err`. Takes the report, because the
// page needs the sources, too.
[[nodiscard]] bool print_report(Report report, TextOptions options, const OutputFiles& files,
                                std::ostream& out, std::ostream& err);

// The same for `mazurka robust`.
[[nodiscard]] bool print_robust_report(const RobustReport& report, TextOptions options,
                                       const OutputFiles& files, std::ostream& out,
                                       std::ostream& err);

// `junit` is a file, "-" for standard output, or empty.
[[nodiscard]] bool write_junit(const Report& report, const std::string& junit,
                               bool accepts_incomplete, std::ostream& out, std::ostream& err);

// Asked before anything is explored: a slip of the hand must cost the user neither the program
// itself nor, when a file turns out to have no folder, the result of an hour. Throws UserError.
void require_fit_file(const std::string& option, const std::string& output,
                      const ProgramToLoad& program);
void require_fit_files(const OutputFiles& outputs, const ProgramToLoad& program);

// Writes the schedules of all errors: `first`, then "….2.schedule" and so on. Their names go into
// the report, and `origin` into the schedules.
struct ScheduleOrigin {
  ProgramToLoad program;
  std::string hash;
};
[[nodiscard]] bool write_schedules(Report& report, const ScheduleOrigin& origin,
                                   const std::string& first, std::ostream& err);
// The same for the cases that are shown.
[[nodiscard]] bool write_schedules(RobustReport& report, const ScheduleOrigin& origin,
                                   const std::string& first, std::ostream& err);

}  // namespace mazurka::cli
