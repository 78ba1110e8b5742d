#include "report/json_report.h"

#include <algorithm>
#include <cmath>

#include <nlohmann/json.hpp>

namespace mazurka {

namespace {

using Json = nlohmann::ordered_json;

constexpr int json_format = 1;

// A file name need not be UTF-8, JSON must be.
std::string scalar(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// REQUIRES: json is an array or an object. `write` is called for each element.
template <class Write>
void write_elements(const Json& json, std::string& text, const std::string& separator,
                    Write write) {
  bool is_first = true;
  for (const auto& [key, value] : json.items()) {
    if (!is_first) text += "," + separator;
    is_first = false;
    if (json.is_object()) text += scalar(key) + ": ";
    write(value);
  }
}

void write_in_line(const Json& json, std::string& text) {
  if (!json.is_structured()) {
    text += scalar(json);
    return;
  }
  text += json.is_object() ? '{' : '[';
  write_elements(json, text, " ", [&](const Json& value) { write_in_line(value, text); });
  text += json.is_object() ? '}' : ']';
}

bool is_list_of_numbers(const Json& json) {
  return json.is_array() && std::ranges::all_of(json, [](const Json& element) {
           return element.is_number() || is_list_of_numbers(element);
         });
}

// Nothing in it but scalars and lists of numbers?
bool is_flat(const Json& json) {
  return std::ranges::all_of(
      json, [](const Json& value) { return !value.is_structured() || is_list_of_numbers(value); });
}

// An event is one line, and so are a few numbers; everything else is one line per element.
bool is_one_line(const Json& json, bool is_in_list) {
  if (!json.is_structured() || json.empty() || is_list_of_numbers(json)) return true;
  return json.is_object() && (is_in_list || json.size() <= 3) && is_flat(json);
}

void write_indented(const Json& json, std::size_t indent, std::string& text,
                    bool is_in_list = false) {
  if (is_one_line(json, is_in_list)) return write_in_line(json, text);
  const std::string line = "\n" + std::string(indent + 2, ' ');
  text += (json.is_object() ? "{" : "[") + line;
  write_elements(json, text, line, [&](const Json& value) {
    write_indented(value, indent + 2, text, json.is_array());
  });
  text += "\n" + std::string(indent, ' ') + (json.is_object() ? "}" : "]");
}

Json or_null(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }

// Steps count from 1, as everywhere where people read them.
Json steps_of(const std::vector<Position>& positions) {
  Json steps = Json::array();
  for (const Position position : positions) steps.push_back(position + 1);
  return steps;
}

Json event_in_json(const ShownEvent& event, const std::vector<std::string>& names) {
  return {{"step", event.position + 1},
          {"task", names[event.task.value]},
          {"text", event.text},
          {"location", or_null(event.place)},
          {"after", steps_of(event.after)}};
}

// By TaskId.
std::vector<std::string> names_of(const Counterexample& error) {
  std::vector<std::string> names;
  for (const ShownTask& task : error.tasks) {
    if (task.task.value >= names.size()) names.resize(task.task.value + 1);
    names[task.task.value] = task.name;
  }
  return names;
}

Json because_in_json(const Finding& finding) {
  Json lines = Json::array();
  for (const Reason& reason : finding.because)
    lines.push_back(reason.subject.empty() ? reason.text : reason.subject + " " + reason.text);
  return lines;
}

Json error_in_json(const Counterexample& error, const std::string& schedule_file) {
  Json events = Json::array();
  const std::vector<std::string> names = names_of(error);
  for (const ShownEvent& event : error.events) events.push_back(event_in_json(event, names));
  Json races = Json::array();
  for (const auto& [earlier, later] : error.races) races.push_back({earlier + 1, later + 1});
  Json waiting = Json::array();
  for (const ShownTask& task : error.tasks)
    if (!task.ends.empty()) waiting.push_back({{"task", task.name}, {"text", task.ends}});
  return {{"kind", name_of(error.finding.kind)},
          {"message", error.finding.message},
          {"location", or_null(error.place)},
          {"task", or_null(error.task_name)},
          {"schedule", or_null(schedule_file)},
          {"after_steps", error.finding.position},
          {"because", because_in_json(error.finding)},
          {"shown_by", steps_of(error.finding.events)},
          {"races", races},
          {"waiting", waiting},
          {"events", events}};
}

Json errors_in_json(const Report& report) {
  Json errors = Json::array();
  for (std::size_t i = 0; i < report.summary.errors.size(); ++i) {
    const bool has_file = i < report.schedule_files.size();
    errors.push_back(
        error_in_json(report.summary.errors[i], has_file ? report.schedule_files[i] : ""));
  }
  return errors;
}

Json statistics_in_json(const Summary& summary) {
  Json statistics = Json::object();
  for (const auto& [name, count] : summary.statistics) statistics[name] = count;
  return statistics;
}

}  // namespace

std::string json_report(const Report& report, const std::string& version) {
  const Summary& summary = report.summary;
  const Json json = {
      {"format", json_format},
      {"mazurka", version},
      {"program", report.program},
      {"algorithm", summary.algorithm},
      {"verdict", name_of(verdict_of(summary))},
      {"executions", summary.executions},
      {"blocked",
       {{"assume", summary.assume_blocked},
        {"deadlock", summary.deadlocks},
        {"sleep_set", summary.sleep_set_blocked}}},
      {"distinct_traces", summary.distinct_traces ? Json(*summary.distinct_traces) : Json(nullptr)},
      {"events", summary.events},
      {"seconds", std::round(summary.seconds * 1e6) / 1e6},
      {"peak_memory_kib", summary.peak_memory_kib},
      {"bound", summary.bound == Bound::none ? Json(nullptr) : Json(name_of(summary.bound))},
      {"stopped_at_error", summary.stopped_at_error},
      {"error_executions", summary.error_executions},
      {"errors", errors_in_json(report)},
      {"notes", summary.notes},
      {"warnings", summary.warnings},
      {"stats", statistics_in_json(summary)}};
  std::string text;
  write_indented(json, 0, text);
  return text + "\n";
}

}  // namespace mazurka
