#include "cli/output.h"

#include "cli/files.h"
#include "cli/run.h"
#include "cli/terminal.h"
#include "core/user_error.h"
#include "report/dot_report.h"
#include "report/html_report.h"
#include "report/json_report.h"
#include "report/junit_report.h"
#include "report/source_place.h"

namespace mazurka::cli {

namespace {

// Writes a file, and reports a failure on `err`: the other results must not be lost because of it.
bool try_to_write(const std::string& path, const std::string& text, std::ostream& err) {
  try {
    write_file(path, text);
    return true;
  } catch (const UserError& error) {
    print(error, err);
    return false;
  }
}

// Returns the name of a further schedule: "bank.schedule", 2 → "bank.2.schedule".
std::string numbered(const std::string& first, std::size_t number) {
  static constexpr std::string_view ending = ".schedule";
  const std::string stem =
      first.ends_with(ending) ? first.substr(0, first.size() - ending.size()) : first;
  return stem + "." + std::to_string(number) + std::string(ending);
}

class ScheduleWriter {
 public:
  ScheduleWriter(const ScheduleOrigin& origin, const std::string& first, std::ostream& err)
      : origin_(origin), first_(first), err_(err) {}

  // The name of the file; empty if it could not be written.
  [[nodiscard]] std::string write(Schedule& schedule) {
    const ProgramToLoad& program = origin_.program;
    schedule.program = program.files.front();
    schedule.further_files.assign(program.files.begin() + 1, program.files.end());
    schedule.program_hash = origin_.hash;
    schedule.defines = program.defines;
    schedule.max_depth = program.max_depth;
    if (program.conflicts == Conflicts::by_operation)
      schedule.relation = std::string(name_of(program.conflicts));
    schedule.instances = program.instances > 1 ? program.instances : 0;
    schedule.compiler_flags = program.compiler_flags;
    if (program.every_operation) schedule.compiler_flags.emplace_back("--every-operation");
    schedule.arguments = program.arguments;
    const std::string file = ++number_ == 1 ? first_ : numbered(first_, number_);
    if (try_to_write(file, to_text(schedule), err_)) return file;
    has_written_all_ = false;
    return "";
  }
  [[nodiscard]] bool has_written_all() const { return has_written_all_; }

 private:
  const ScheduleOrigin& origin_;
  const std::string& first_;
  std::ostream& err_;
  std::size_t number_ = 0;
  bool has_written_all_ = true;
};

// Output files; "-" for standard output, "" for none.
class OutputWriter {
 public:
  OutputWriter(std::ostream& out, std::ostream& err) : out_(out), err_(err) {}

  template <class Text>
  void put(const std::string& file, const Text& text) {
    if (file == "-")
      out_ << text();
    else if (!file.empty())
      has_written_all_ = try_to_write(file, text(), err_) && has_written_all_;
  }
  [[nodiscard]] bool has_written_all() const { return has_written_all_; }

 private:
  std::ostream& out_;
  std::ostream& err_;
  bool has_written_all_ = true;
};

// Reads the sources for the page. A file that cannot be read is skipped: the page does not show it.
std::vector<SourceFile> sources_of(const Summary& summary) {
  std::vector<SourceFile> sources;
  for (const std::string& name : files_shown(summary)) {
    try {
      sources.push_back({name, read_file(name)});
    } catch (const UserError&) {
      continue;
    }
  }
  return sources;
}

}  // namespace

bool print_report(Report report, TextOptions options, const OutputFiles& files, std::ostream& out,
                  std::ostream& err) {
  options.width = output_width(out);
  options.colour = output_has_colour(out);
  if (!files.html.empty()) report.sources = sources_of(report.summary);
  if (!files.take_standard_output()) out << text_report(report, options);
  out.flush();
  OutputWriter writer(out, err);
  writer.put(files.json, [&] { return json_report(report, MAZURKA_VERSION); });
  writer.put(files.html, [&] { return html_report(report, MAZURKA_VERSION); });
  writer.put(files.dot, [&] { return dot_report(report, options.verbose); });
  return writer.has_written_all();
}

bool print_robust_report(const RobustReport& report, TextOptions options, const OutputFiles& files,
                         std::ostream& out, std::ostream& err) {
  options.width = output_width(out);
  options.colour = output_has_colour(out);
  if (!files.take_standard_output()) out << robust_text(report, options);
  out.flush();
  OutputWriter writer(out, err);
  writer.put(files.json, [&] { return robust_json(report, MAZURKA_VERSION); });
  if (files.html.empty() && files.dot.empty()) return writer.has_written_all();
  Report shown = as_report(report);
  shown.sources = sources_of(shown.summary);
  writer.put(files.html, [&] { return html_report(shown, MAZURKA_VERSION); });
  writer.put(files.dot, [&] { return dot_report(shown, options.verbose); });
  return writer.has_written_all();
}

bool write_junit(const Report& report, const std::string& junit, bool accepts_incomplete,
                 std::ostream& out, std::ostream& err) {
  if (junit.empty()) return true;
  const std::string text = junit_report(report, accepts_incomplete);
  if (junit != "-") return try_to_write(junit, text, err);
  out << text;
  return true;
}

void require_fit_file(const std::string& option, const std::string& output,
                      const ProgramToLoad& program) {
  for (const std::string& file : program.files)
    if (is_same_file(output, file))
      throw UserError("", option + " " + output + " would overwrite the program",
                      "choose another name for " + option);
  if (output.empty() || output == "-") return;
  const std::string folder = folder_of(output);
  if (!is_folder(folder))
    throw UserError("", option + " " + output + ": there is no folder '" + folder + "'",
                    "create it first, or choose another name for " + option);
  if (is_folder(output))
    throw UserError("", option + " " + output + " is a folder", "give the name of a file");
}

void require_fit_files(const OutputFiles& outputs, const ProgramToLoad& program) {
  require_fit_file("--json", outputs.json, program);
  require_fit_file("--junit", outputs.junit, program);
  require_fit_file("--html", outputs.html, program);
  require_fit_file("--dot", outputs.dot, program);
}

bool write_schedules(Report& report, const ScheduleOrigin& origin, const std::string& first,
                     std::ostream& err) {
  ScheduleWriter writer(origin, first, err);
  for (Counterexample& error : report.summary.errors)
    report.schedule_files.push_back(writer.write(error.schedule));
  return writer.has_written_all();
}

bool write_schedules(RobustReport& report, const ScheduleOrigin& origin, const std::string& first,
                     std::ostream& err) {
  ScheduleWriter writer(origin, first, err);
  for (RobustCase& each : report.summary.cases) {
    each.concurrent.schedule.main = report.summary.main;
    each.concurrent.schedule.verdict = name_of(each.verdict);
    report.schedule_files.push_back(is_shown(each, report) ? writer.write(each.concurrent.schedule)
                                                           : "");
  }
  return writer.has_written_all();
}

}  // namespace mazurka::cli
