#include "report/html_data.h"

#include <algorithm>
#include <map>
#include <unordered_map>

#include "report/coverage.h"
#include "report/decision_words.h"
#include "report/headline.h"
#include "report/not_covered_text.h"
#include "report/other_places.h"
#include "report/shell_word.h"
#include "report/source_extract.h"
#include "report/source_place.h"
#include "report/timeline.h"

namespace mazurka {

namespace {

// The page contains files up to this size completely, as long as all files together do not exceed
// the budget. Of other files it contains only the surroundings of executed lines.
constexpr std::size_t most_of_one_file = 48 * 1024;
constexpr std::size_t most_of_all_files = 96 * 1024;
constexpr std::uint32_t lines_around = 12;

// Numbers texts. Equal texts have equal numbers.
class Numbers {
 public:
  [[nodiscard]] std::size_t of(const std::string& text) {
    const auto [entry, is_new] = numbers_.try_emplace(text, texts_.size());
    if (is_new) texts_.push_back(text);
    return entry->second;
  }
  [[nodiscard]] const std::vector<std::string>& texts() const { return texts_; }

 private:
  std::unordered_map<std::string, std::size_t> numbers_;
  std::vector<std::string> texts_;
};

class ErrorData {
 public:
  ErrorData(const Counterexample& error, Numbers& files) : error_(error), files_(files) {
    for (std::size_t i = 0; i < error.tasks.size(); ++i)
      task_numbers_[error.tasks[i].task.value] = i;
  }

  [[nodiscard]] Json make(const std::string& schedule_file) {
    Json events = Json::array();
    for (const ShownEvent& event : error_.events) events.push_back(event_data(event));
    Json data = {{"headline", headline(error_.finding)},
                 {"where", where_and_when(error_)},
                 {"replay", or_null(replay_command(schedule_file))},
                 {"because", reasons()},
                 {"failure", failure()},
                 {"shown", error_.finding.events},
                 {"races", error_.races},
                 {"reversal", error_.reversal ? Json(*error_.reversal) : Json(nullptr)},
                 {"put_off", put_off()},
                 {"decision", decision()},
                 {"simplified", or_null(shortening_in_words(error_))},
                 {"tasks", tasks()}};
    data["places"] = places();
    data["calls"] = calls();
    data["texts"] = texts_.texts();
    data["events"] = std::move(events);
    data["past"] = past();
    return data;
  }

 private:
  [[nodiscard]] Json event_data(const ShownEvent& event) {
    Json data = {task_numbers_.at(event.task.value), texts_.of(words(event)), place(event.place)};
    for (const Position earlier : event.after) data.push_back(earlier);
    return data;
  }

  // Returns position and text of the steps inside a library.
  [[nodiscard]] Json calls() {
    Json result = Json::array();
    for (const ShownEvent& event : error_.events)
      if (event.origin.kind == StepOrigin::Kind::library)
        result.push_back({event.position, texts_.of(event.origin.call)});
    return result;
  }

  // Returns the text of a step. For a step inside a library, the function that the program called
  // comes first.
  [[nodiscard]] static std::string words(const ShownEvent& event) {
    const bool is_inside = event.origin.kind == StepOrigin::Kind::library;
    return is_inside ? event.origin.call + ": " + event.text : event.text;
  }

  [[nodiscard]] int place(const std::string& text) {
    if (parsed_place(text).file.empty()) return -1;
    return static_cast<int>(places_.of(text));
  }

  [[nodiscard]] Json places() {
    Json result = Json::array();
    for (const std::string& text : places_.texts()) {
      const SourcePlace place = parsed_place(text);
      result.push_back({files_.of(place.file), place.line, place.column});
    }
    return result;
  }

  [[nodiscard]] Json reasons() const {
    Json result = Json::array();
    for (const Reason& reason : error_.finding.because)
      result.push_back(
          {{"subject", reason.subject},
           {"text", reason.text},
           {"at", reason.position == Reason::nowhere ? Json(nullptr) : Json(reason.position)}});
    for (const std::string& line : other_places(error_))
      result.push_back({{"subject", ""}, {"text", line}, {"at", nullptr}});
    return result;
  }

  [[nodiscard]] static std::string replay_command(const std::string& schedule_file) {
    return schedule_file.empty() ? "" : "mazurka replay " + shell_word(schedule_file);
  }

  [[nodiscard]] Json put_off() const {
    if (!error_.put_off) return nullptr;
    return {{"by", error_.put_off->by},
            {"task", task_numbers_.at(error_.put_off->task.value)},
            {"text", error_.put_off->text}};
  }

  [[nodiscard]] Json decision() const {
    if (!error_.decision) return nullptr;
    const bool is_step = error_.decision->kind != Decision::Kind::always;
    return {{"at", is_step ? Json(error_.decision->step) : Json(nullptr)},
            {"text", decision_in_words(error_)}};
  }

  // Returns the step and the task of the error.
  [[nodiscard]] Json failure() {
    const auto task = task_numbers_.find(error_.finding.task.value);
    if (!is_failure(error_) || task == task_numbers_.end()) return nullptr;
    return {{"at", error_.finding.position},
            {"task", task->second},
            {"text", short_words(error_.finding.kind)},
            {"place", place(error_.place)}};
  }

  [[nodiscard]] Json tasks() const {
    Json result = Json::array();
    for (const ShownTask& task : error_.tasks)
      result.push_back({{"name", task.name},
                        {"handler", task.handler},
                        {"ends", task.ends},
                        {"in_mailbox", task.in_mailbox}});
    return result;
  }

  [[nodiscard]] std::string past() const {
    std::string result;
    for (const bool leads_to_error : causal_past_of(error_)) result += leads_to_error ? '1' : '0';
    const std::vector<bool> bookkeeping = bookkeeping_of(error_);
    for (std::size_t i = 0; i < result.size(); ++i)
      if (bookkeeping[i]) result[i] = '2';
    return result;
  }

  const Counterexample& error_;
  Numbers& files_;
  Numbers texts_;
  Numbers places_;
  std::unordered_map<std::uint32_t, std::size_t> task_numbers_;  // by TaskId
};

std::map<std::string, std::vector<std::uint32_t>> executed_lines(const Summary& summary) {
  std::map<std::string, std::vector<std::uint32_t>> lines;
  const auto add = [&](const std::string& text) {
    const SourcePlace place = parsed_place(text);
    if (!place.file.empty()) lines[place.file].push_back(place.line);
  };
  const std::size_t count = std::min(summary.errors.size(), most_errors_in_page);
  for (std::size_t i = 0; i < count; ++i) {
    add(summary.errors[i].place);
    for (const ShownEvent& event : summary.errors[i].events) add(event.place);
  }
  return lines;
}

// Returns the files in the order of `names`. A file that could not be read has no parts.
Json files_data(const Report& report, const std::vector<std::string>& names) {
  const auto lines = executed_lines(report.summary);
  std::size_t budget = most_of_all_files;
  Json files = Json::array();
  for (const std::string& name : names) {
    Json parts = Json::array();
    const auto source = std::ranges::find(report.sources, name, &SourceFile::name);
    if (source != report.sources.end()) {
      const std::string& text = source->text;
      const bool is_whole = text.size() <= std::min(most_of_one_file, budget);
      if (is_whole) {
        parts.push_back({1, text});
        budget -= text.size();
      } else {
        for (const SourcePart& part : extract(text, lines.at(name), lines_around))
          parts.push_back({part.first_line, part.text});
      }
    }
    files.push_back({{"name", name}, {"parts", std::move(parts)}});
  }
  return files;
}

// Returns the lines of the verdict about what is not covered.
Json not_covered_data(const Report& report) {
  Json lines = Json::array();
  for (const CoverageLine& line : coverage_lines(report)) lines.push_back(line.text);
  return lines;
}

// Returns the warnings that are not about something that is not covered.
Json other_warnings(const Summary& summary) {
  Json warnings = Json::array();
  for (const std::string& warning : summary.warnings)
    if (std::ranges::find(summary.not_covered, warning, &NotCovered::text) ==
        summary.not_covered.end())
      warnings.push_back(warning);
  return warnings;
}

}  // namespace

Json html_data(const Report& report, const std::string& version) {
  const Summary& summary = report.summary;
  const std::size_t count = std::min(summary.errors.size(), most_errors_in_page);
  Numbers files;
  Json errors = Json::array();
  for (std::size_t i = 0; i < count; ++i) {
    const bool has_file = i < report.schedule_files.size();
    errors.push_back(
        ErrorData(summary.errors[i], files).make(has_file ? report.schedule_files[i] : ""));
  }
  return {{"mazurka", version},
          {"program", report.program},
          {"verdict", name_of(verdict_of(report))},
          {"coverage", report.words ? report.words->coverage : coverage_of(summary)},
          {"counts", report.words ? report.words->counts : counts_of(summary)},
          {"notes", summary.notes},
          {"warnings", other_warnings(summary)},
          {"verdict_words", report.words ? "" : verdict_in_words(report)},
          {"not_covered", not_covered_data(report)},
          {"files", files_data(report, files.texts())},
          {"errors", std::move(errors)},
          {"left_out", summary.errors.size() - count}};
}

}  // namespace mazurka
