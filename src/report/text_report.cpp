#include "report/text_report.h"

#include <algorithm>

#include "report/coverage.h"
#include "report/decision_words.h"
#include "report/headline.h"
#include "report/not_covered_text.h"
#include "report/other_places.h"
#include "report/shell_word.h"
#include "report/text_style.h"
#include "report/text_width.h"
#include "report/timeline.h"
#include "report/timeline_text.h"

namespace mazurka {

namespace {

// How many errors have a timeline. With --keep-going there can be many; a replay shows the others.
constexpr std::size_t errors_with_timeline = 3;

class TextReport {
 public:
  TextReport(const Report& report, const TextOptions& options)
      : report_(report),
        summary_(report.summary),
        options_(options),
        width_(std::max(options.width, least_timeline_width)),
        style_(options.colour) {}

  [[nodiscard]] std::string write() {
    for (std::size_t i = 0; i < summary_.errors.size(); ++i) write_error(i);
    if (!options_.replays) write_verdict();
    if (!options_.replays) write_notes();
    if (options_.statistics) write_statistics();
    return std::move(text_);
  }

 private:
  void write_error(std::size_t index) {
    const Counterexample& error = summary_.errors[index];
    const bool is_one_of_many = summary_.errors.size() > 1;
    add((is_one_of_many ? "error " + std::to_string(index + 1) + ": " : "") +
            headline(error.finding),
        &TextStyle::error);
    write_place(error);
    write_reasons(error.finding.because);
    for (const std::string& line : other_places(error)) add(line, nullptr, "  ");
    if (const std::string words = decision_in_words(error); !words.empty())
      add(words, nullptr, "  ");
    if (index < errors_with_timeline || options_.verbose) write_timeline(error);
    if (const std::string file = schedule_of(index); !file.empty())
      text_ += "replay: mazurka replay " + file + "\n";
    if (!text_.ends_with("\n\n")) text_ += "\n";
  }

  // Returns the schedule file, quoted for a shell, or nothing if it was not written.
  [[nodiscard]] std::string schedule_of(std::size_t index) const {
    const bool is_written = index < report_.schedule_files.size();
    return is_written && !report_.schedule_files[index].empty()
               ? shell_word(report_.schedule_files[index])
               : "";
  }

  void write_place(const Counterexample& error) {
    const std::string line = where_and_when(error);
    if (!line.empty()) add(line, nullptr, "  ");
  }

  void write_reasons(const std::vector<Reason>& reasons) {
    std::size_t subject_width = 0;
    for (const Reason& reason : reasons)
      subject_width = std::max(subject_width, width_of(reason.subject));
    subject_width = std::min(subject_width, width_ / 3);
    for (const Reason& reason : reasons) {
      const bool has_subject = !reason.subject.empty();
      const std::string subject = has_subject ? padded(reason.subject, subject_width) + " " : "";
      add(subject + reason.text, nullptr, "  ");
    }
  }

  void write_timeline(const Counterexample& error) {
    if (error.events.empty()) return;
    const Timeline timeline =
        make_timeline(error, options_.verbose ? Detail::all : Detail::relevant);
    text_ += "\n" + drawn(timeline, width_, style_) + "\n";
    if (timeline.has_marks)
      add("Steps with the same letter race: they could also run in the opposite order.",
          &TextStyle::faint);
    if (timeline.left_out > 0)
      add("Omitted: " + std::to_string(timeline.left_out) + " of " +
              counted(error.events.size(), "step") + what_was_left_out(timeline) +
              ". Use --verbose to show them.",
          &TextStyle::faint);
    if (const std::string words = shortening_in_words(error); !words.empty())
      add(words, &TextStyle::faint);
  }

  [[nodiscard]] static std::string what_was_left_out(const Timeline& timeline) {
    const std::size_t others = timeline.left_out - timeline.bookkeeping;
    if (timeline.bookkeeping == 0)
      return timeline.has_gaps ? "" : ", which did not lead to the error";
    const std::string own = std::string(timeline.bookkeeping == 1 ? "is" : "are") +
                            " inside libraries (arguments of threads, smart pointers)";
    if (others == 0) return ", which " + own;
    return "; " + std::to_string(timeline.bookkeeping) + " of these " + own +
           (timeline.has_gaps ? "" : ", the others did not lead to the error");
  }

  void write_verdict() {
    const Verdict verdict = verdict_of(report_);
    const Style style = verdict == Verdict::safe         ? &TextStyle::good
                        : verdict == Verdict::incomplete ? &TextStyle::warning
                                                         : &TextStyle::error;
    if (verdict == Verdict::incomplete && summary_.bound == Bound::published)
      add("no errors in " + coverage_of(summary_), style);
    else
      add(verdict_in_words(report_) + ": " + coverage_of(summary_), style);
    add(counts_of(summary_), nullptr);
  }

  void write_notes() {
    for (const CoverageLine& line : coverage_lines(report_))
      add(line.text, line.is_note ? &TextStyle::faint : &TextStyle::warning);
    for (const std::string& note : summary_.notes) add("note: " + note, &TextStyle::faint);
  }

  void write_statistics() {
    std::size_t name_width = 0;
    for (const auto& [name, count] : summary_.statistics)
      name_width = std::max(name_width, width_of(name));
    name_width = std::max(name_width, width_of("peak memory"));
    text_ += "\n";
    for (const auto& [name, count] : summary_.statistics)
      text_ += "  " + padded(name, name_width) + "  " + std::to_string(count) + "\n";
    text_ += "  " + padded("peak memory", name_width) + "  " +
             std::to_string(summary_.peak_memory_kib) + " KiB\n";
  }

  using Style = std::string (TextStyle::*)(std::string_view) const;
  void add(const std::string& line, Style style, const std::string& indent = {}) {
    const std::string text = wrapped(indent + line, width_, indent.size() + 2);
    text_ += (style == nullptr ? text : (style_.*style)(text)) + "\n";
  }

  const Report& report_;
  const Summary& summary_;
  const TextOptions& options_;
  std::size_t width_;
  TextStyle style_;
  std::string text_;
};

}  // namespace

std::string text_report(const Report& report, const TextOptions& options) {
  return TextReport(report, options).write();
}

}  // namespace mazurka
