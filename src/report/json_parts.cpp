#include "report/json_parts.h"

#include <algorithm>

#include "report/not_covered_text.h"

namespace mazurka {

namespace {

// Formats a scalar, and replaces what is not UTF-8, which file names may contain.
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

// Returns whether the value contains only scalars and lists of numbers.
bool is_flat(const Json& json) {
  return std::ranges::all_of(
      json, [](const Json& value) { return !value.is_structured() || is_list_of_numbers(value); });
}

// Returns whether a value is written in one line: an event, or a few numbers.
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

}  // namespace

std::string indented(const Json& json) {
  std::string text;
  write_indented(json, 0, text);
  return text + "\n";
}

Json or_null(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }

// Returns step numbers, which count from 1 as in all reports.
Json steps_of(const std::vector<Position>& positions) {
  Json steps = Json::array();
  for (const Position position : positions) steps.push_back(position + 1);
  return steps;
}

static Json event_in_json(const ShownEvent& event, const std::vector<std::string>& names) {
  Json result = {{"step", event.position + 1},
                 {"task", names[event.task.value]},
                 {"text", event.text},
                 {"location", or_null(event.place)},
                 {"after", steps_of(event.after)}};
  if (!event.origin.call.empty()) result["called"] = event.origin.call;
  if (event.origin.kind == StepOrigin::Kind::bookkeeping) result["bookkeeping"] = true;
  return result;
}

// Returns the names of tasks, by TaskId.
static std::vector<std::string> names_of(const Counterexample& error) {
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

Json not_covered_in_json(const std::vector<NotCovered>& list, const CoveragePolicy& policy) {
  Json result = Json::array();
  for (const NotCovered& entry : list)
    result.push_back({{"kind", name_of(entry.kind)},
                      {"what", entry.what},
                      {"location", or_null(entry.location)},
                      {"effect", effect_of(entry.kind, policy)}});
  return result;
}

Json events_in_json(const Counterexample& error) {
  Json events = Json::array();
  const std::vector<std::string> names = names_of(error);
  for (const ShownEvent& event : error.events) events.push_back(event_in_json(event, names));
  return events;
}

}  // namespace mazurka
