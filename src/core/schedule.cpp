#include "core/schedule.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "core/user_error.h"

namespace mazurka {

namespace {

constexpr std::string_view magic = "mazurka-schedule";

// --- Values of the header: as they are, or quoted where that would be ambiguous -----------------

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }

bool needs_quotes(std::string_view value) {
  if (value.empty() || value.front() == ' ' || value.back() == ' ' || value.front() == '"')
    return true;
  for (const char c : value)
    if (is_control(c)) return true;
  return false;
}

std::string quoted(std::string_view value) {
  static constexpr std::string_view digits = "0123456789abcdef";
  std::string result = "\"";
  for (const char c : value) {
    if (is_control(c)) {
      const auto byte = static_cast<unsigned char>(c);
      result += "\\x";
      result += digits[byte >> 4];
      result += digits[byte & 15];
    } else {
      if (c == '"' || c == '\\') result += '\\';
      result += c;
    }
  }
  return result + '"';
}

std::string header(std::string_view key, std::string_view value) {
  return std::string(key) + " " + (needs_quotes(value) ? quoted(value) : std::string(value)) + "\n";
}

std::string on_one_line(std::string_view text) {
  std::string result(text);
  for (char& c : result)
    if (is_control(c)) c = ' ';
  return result;
}

std::string step_text(const ScheduleStep& step) {
  if (!step.woken.empty()) return step.task + ">" + step.woken;
  return step.value == 0 ? step.task : step.task + ":" + std::to_string(step.value);
}

// --- Reading ------------------------------------------------------------------------------------

constexpr const char* how_steps_look =
    "a step is the path of a task: 0.1, or 0.1:2 (and it chooses 2), or 0>1.0 (and it wakes 1.0)";

template <class Number>
std::optional<Number> number(std::string_view text) {
  const bool has_leading_zero = text.size() > 1 && text.front() == '0';
  Number value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stop != end || has_leading_zero) return std::nullopt;
  return value;
}

bool is_path(std::string_view text) {
  while (true) {
    const std::size_t dot = text.find('.');
    if (!number<std::uint32_t>(text.substr(0, dot))) return false;
    if (dot == std::string_view::npos) return true;
    text.remove_prefix(dot + 1);
  }
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

class Reader {
 public:
  Reader(std::string_view text, const std::string& file) : rest_(text), file_(file) {}

  Schedule read() {
    read_format();
    std::optional<std::string_view> line = next_line();
    for (; line && !is_step(*line); line = next_line()) read_header(*line);
    finish_header();
    for (; line; line = next_line()) read_step(*line);
    if (schedule_.steps.size() != *step_count_) wrong_number_of_steps();
    return std::move(schedule_);
  }

 private:
  // Returns the next line that is neither empty nor a comment, without trailing spaces.
  std::optional<std::string_view> next_line() {
    while (!rest_.empty()) {
      ++line_number_;
      const std::size_t end = rest_.find('\n');
      std::string_view line = rest_.substr(0, end);
      rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
      while (!line.empty() && (line.back() == ' ' || line.back() == '\t' || line.back() == '\r'))
        line.remove_suffix(1);
      if (!line.empty() && line.front() != '#') return line;
    }
    return std::nullopt;
  }

  static bool is_step(std::string_view line) { return line.front() >= '0' && line.front() <= '9'; }

  void read_format() {
    const std::optional<std::string_view> line = next_line();
    if (!line || !line->starts_with(magic))
      fail("this is not a schedule", "schedules are written by 'mazurka check' and start with '" +
                                         std::string(magic) + " 1'");
    if (*line != std::string(magic) + " " + std::to_string(Schedule::format))
      fail("this version of mazurka cannot read '" + std::string(*line) + "'",
           "it reads format " + std::to_string(Schedule::format));
  }

  void read_header(std::string_view line) {
    const std::size_t space = line.find(' ');
    const std::string_view key = line.substr(0, space);
    if (space == std::string_view::npos) fail("'" + std::string(key) + "' needs a value");
    const std::string value = unquoted(line.substr(space + 1));
    if (key == "define") {
      schedule_.defines.push_back(value);
    } else if (key == "argument") {
      schedule_.arguments.push_back(value);
    } else if (key == "file") {
      schedule_.further_files.push_back(value);
    } else if (key == "flag") {
      schedule_.compiler_flags.push_back(value);
    } else if (key == "knows") {
      schedule_.knowledge.change().push_back(value);
    } else if (key == "program") {
      set_once(program_, value, key);
    } else if (key == "hash") {
      set_once(hash_, value, key);
    } else if (key == "main") {
      set_once(main_, value, key);
    } else if (key == "verdict") {
      set_once(verdict_, value, key);
    } else if (key == "relation") {
      if (value != "papers") fail("'relation' can only be 'papers', not '" + value + "'");
      set_once(relation_, value, key);
    } else if (key == "error") {
      set_once(error_, value, key);
    } else if (key == "max-steps") {
      set_once(max_steps_, count(value), key);
    } else if (key == "max-depth") {
      set_once(max_depth_, count(value), key);
    } else if (key == "instances") {
      set_once(instances_, count(value), key);
    } else if (key == "ends") {
      if (value != "at-error") fail("'ends' can only be 'at-error', not '" + value + "'");
      set_once(ends_, value, key);
    } else if (key == "steps") {
      set_once(step_count_, count(value), key);
    } else {
      fail("unknown entry '" + std::string(key) + "'", how_steps_look);
    }
  }

  template <class Value>
  void set_once(std::optional<Value>& field, Value value, std::string_view key) {
    if (field) fail("'" + std::string(key) + "' is given twice");
    field = std::move(value);
  }

  std::uint64_t count(const std::string& value) const {
    const auto result = number<std::uint64_t>(value);
    if (!result) fail("'" + value + "' is not a number");
    return *result;
  }

  std::string unquoted(std::string_view value) const {
    if (!value.starts_with('"')) return std::string(value);
    std::string result;
    for (std::size_t i = 1; i < value.size(); ++i) {
      const char c = value[i];
      if (c == '"') {
        if (i + 1 != value.size()) fail("something follows the closing quote");
        return result;
      }
      result += c == '\\' ? escaped(value, i) : c;
    }
    fail("the closing quote is missing");
  }

  // REQUIRES: value[i] is a backslash. Leaves `i` at the end of the escape.
  char escaped(std::string_view value, std::size_t& i) const {
    const std::string_view rest = value.substr(i + 1);
    if (rest.starts_with('"') || rest.starts_with('\\')) {
      ++i;
      return rest.front();
    }
    if (rest.size() < 3 || rest[0] != 'x' || hex_digit(rest[1]) < 0 || hex_digit(rest[2]) < 0)
      fail("wrong escape in a quoted value", R"(the escapes are \\, \" and \x with two digits)");
    i += 3;
    return static_cast<char>(hex_digit(rest[1]) * 16 + hex_digit(rest[2]));
  }

  void finish_header() {
    if (!program_) fail("the schedule does not say of which program it is");
    if (!hash_) fail("the schedule has no hash of its program");
    if (!step_count_) fail("the schedule does not say how many steps it has");
    schedule_.program = *program_;
    schedule_.program_hash = *hash_;
    schedule_.main = main_.value_or("");
    schedule_.verdict = verdict_.value_or("");
    schedule_.relation = relation_.value_or("");
    schedule_.error = error_.value_or("");
    schedule_.max_steps = max_steps_.value_or(0);
    schedule_.max_depth = max_depth_.value_or(0);
    schedule_.instances = instances_.value_or(0);
    schedule_.ends_at_error = ends_.has_value();
  }

  void read_step(std::string_view line) {
    const std::string_view text = line.substr(0, line.find_first_of(" \t#"));
    std::string_view after = line.substr(text.size());
    while (!after.empty() && (after.front() == ' ' || after.front() == '\t'))
      after.remove_prefix(1);
    if (!after.empty() && after.front() != '#') fail_step(line);

    ScheduleStep step;
    const std::size_t mark = text.find_first_of(":>");
    step.task = std::string(text.substr(0, mark));
    if (!is_path(step.task)) fail_step(text);
    if (mark != std::string_view::npos) read_alternative(text, mark, step);
    step.comment = comment(after);
    schedule_.steps.change().push_back(std::move(step));
  }

  static std::string comment(std::string_view text) {
    if (text.starts_with('#')) text.remove_prefix(1);
    if (text.starts_with(' ')) text.remove_prefix(1);
    return std::string(text);
  }

  void read_alternative(std::string_view text, std::size_t mark, ScheduleStep& step) const {
    const std::string_view alternative = text.substr(mark + 1);
    if (text[mark] == ':') {
      const auto value = number<std::uint32_t>(alternative);
      if (!value) fail_step(text);
      step.value = *value;
    } else {
      if (alternative != "-" && !is_path(alternative)) fail_step(text);
      step.woken = std::string(alternative);
    }
  }

  [[noreturn]] void fail_step(std::string_view text) const {
    fail("'" + on_one_line(text) + "' is not a step", how_steps_look);
  }

  [[noreturn]] void wrong_number_of_steps() const {
    fail("the schedule has " + std::to_string(schedule_.steps.size()) +
             " steps, but says that it has " + std::to_string(*step_count_),
         "the file was cut off or edited");
  }

  [[noreturn]] void fail(const std::string& what, const std::string& hint = {}) const {
    throw UserError(file_ + ":" + std::to_string(line_number_ == 0 ? 1 : line_number_),
                    on_one_line(what), hint);
  }

  std::string_view rest_;
  const std::string& file_;
  std::size_t line_number_ = 0;
  Schedule schedule_;
  std::optional<std::string> program_;
  std::optional<std::string> hash_;
  std::optional<std::string> main_;
  std::optional<std::string> verdict_;
  std::optional<std::string> relation_;
  std::optional<std::string> error_;
  std::optional<std::uint64_t> max_steps_;
  std::optional<std::uint64_t> max_depth_;
  std::optional<std::uint64_t> instances_;
  std::optional<std::string> ends_;
  std::optional<std::uint64_t> step_count_;
};

}  // namespace

std::string to_text(const Schedule& schedule) {
  std::string text = std::string(magic) + " " + std::to_string(Schedule::format) + "\n";
  text += header("program", schedule.program);
  for (const std::string& file : schedule.further_files) text += header("file", file);
  text += header("hash", schedule.program_hash);
  for (const std::string& define : schedule.defines) text += header("define", define);
  for (const std::string& flag : schedule.compiler_flags) text += header("flag", flag);
  for (const std::string& argument : schedule.arguments) text += header("argument", argument);
  for (const std::string& fact : schedule.knowledge) text += header("knows", fact);
  if (!schedule.main.empty()) text += header("main", schedule.main);
  if (!schedule.verdict.empty()) text += header("verdict", schedule.verdict);
  if (!schedule.relation.empty()) text += header("relation", schedule.relation);
  if (!schedule.error.empty()) text += header("error", schedule.error);
  if (schedule.max_steps != 0) text += header("max-steps", std::to_string(schedule.max_steps));
  if (schedule.max_depth != 0) text += header("max-depth", std::to_string(schedule.max_depth));
  if (schedule.instances != 0) text += header("instances", std::to_string(schedule.instances));
  if (schedule.ends_at_error) text += header("ends", "at-error");
  text += header("steps", std::to_string(schedule.steps.size()));
  text += "\n";

  std::size_t width = 0;
  for (const ScheduleStep& step : schedule.steps) width = std::max(width, step_text(step).size());
  for (const ScheduleStep& step : schedule.steps) {
    std::string line = step_text(step);
    if (!step.comment.empty()) {
      line.resize(width + 2, ' ');
      line += "# " + on_one_line(step.comment);
    }
    text += line + "\n";
  }
  return text;
}

Schedule parse_schedule(std::string_view text, const std::string& file) {
  return Reader(text, file).read();
}

}  // namespace mazurka
