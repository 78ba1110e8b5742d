#include "cli/output.h"

#include "cli/files.h"
#include "cli/run.h"
#include "cli/terminal.h"
#include "core/user_error.h"
#include "report/json_report.h"

namespace mazurka::cli {

namespace {

// The results so far must not be lost because one of the files cannot be written.
bool try_to_write(const std::string& path, const std::string& text, std::ostream& err) {
  try {
    write_file(path, text);
    return true;
  } catch (const UserError& error) {
    print(error, err);
    return false;
  }
}

// "bank.schedule", 2 → "bank.2.schedule".
std::string numbered(const std::string& first, std::size_t number) {
  static constexpr std::string_view ending = ".schedule";
  const std::string stem =
      first.ends_with(ending) ? first.substr(0, first.size() - ending.size()) : first;
  return stem + "." + std::to_string(number) + std::string(ending);
}

}  // namespace

bool print_report(const Report& report, TextOptions options, const std::string& json,
                  std::ostream& out, std::ostream& err) {
  options.width = output_width();
  options.colour = output_has_colour();
  if (json == "-") {
    out << json_report(report, MAZURKA_VERSION);
    return true;
  }
  out << text_report(report, options);
  if (json.empty()) return true;
  out.flush();
  return try_to_write(json, json_report(report, MAZURKA_VERSION), err);
}

bool print_robust_report(const RobustReport& report, const std::string& json, std::ostream& out,
                         std::ostream& err) {
  if (json == "-") {
    out << robust_json(report, MAZURKA_VERSION);
    return true;
  }
  out << robust_text(report, {.width = output_width(), .colour = output_has_colour()});
  if (json.empty()) return true;
  out.flush();
  return try_to_write(json, robust_json(report, MAZURKA_VERSION), err);
}

bool write_schedules(Report& report, const ScheduleOrigin& origin, const std::string& first,
                     std::ostream& err) {
  bool all_written = true;
  std::size_t number = 0;
  for (Counterexample& error : report.summary.errors) {
    Schedule& schedule = error.schedule;
    const ProgramToLoad& program = origin.program;
    schedule.program = program.files.front();
    schedule.further_files.assign(program.files.begin() + 1, program.files.end());
    schedule.program_hash = origin.hash;
    schedule.defines = program.defines;
    schedule.compiler_flags = program.compiler_flags;
    schedule.arguments = program.arguments;
    const std::string file = ++number == 1 ? first : numbered(first, number);
    const bool is_written = try_to_write(file, to_text(schedule), err);
    report.schedule_files.push_back(is_written ? file : "");
    all_written = all_written && is_written;
  }
  return all_written;
}

}  // namespace mazurka::cli
