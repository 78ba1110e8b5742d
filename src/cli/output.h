// Writes reports and schedules to the files that the user names.
#pragma once

#include <ostream>
#include <string>

#include "cli/command_line.h"
#include "cli/front_end.h"
#include "report/report.h"
#include "report/robust_report.h"
#include "report/text_report.h"

namespace mazurka::cli {

// Writes the reports. Returns false if a file could not be written, and reports that on `err`.
// Takes the report by value, because the page also needs the sources.
[[nodiscard]] bool print_report(Report report, TextOptions options, const OutputFiles& files,
                                std::ostream& out, std::ostream& err);

// Writes the reports of `mazurka robust`. Returns false if a file could not be written.
[[nodiscard]] bool print_robust_report(const RobustReport& report, TextOptions options,
                                       const OutputFiles& files, std::ostream& out,
                                       std::ostream& err);

// Writes the JUnit report. `junit` is a file, "-" for standard output, or empty.
[[nodiscard]] bool write_junit(const Report& report, const std::string& junit,
                               bool accepts_incomplete, std::ostream& out, std::ostream& err);

// Checks the output files before the exploration starts. A typing error must neither overwrite the
// program nor, if a folder does not exist, lose the result of an hour. Throws UserError.
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
// Writes the schedules of the cases that are shown, and puts their names into the report.
[[nodiscard]] bool write_schedules(RobustReport& report, const ScheduleOrigin& origin,
                                   const std::string& first, std::ostream& err);

}  // namespace mazurka::cli
