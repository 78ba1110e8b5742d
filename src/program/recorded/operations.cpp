#include "program/recorded/operations.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <unordered_set>

#include "core/user_error.h"

namespace mazurka::recorded {

void fail(const File& file, std::uint32_t line, const std::string& what, const std::string& hint) {
  throw UserError(file.name + ":" + std::to_string(line), what, hint);
}

namespace {

constexpr std::string_view blanks = " \t\r";
constexpr std::size_t most_shown = 60;

[[nodiscard]] std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

// Removes the first word and returns it.
[[nodiscard]] std::string_view take_word(std::string_view& text) {
  text = trimmed(text);
  const std::size_t end = std::min(text.find_first_of(blanks), text.size());
  const std::string_view word = text.substr(0, end);
  text = trimmed(text.substr(end));
  return word;
}

[[nodiscard]] std::optional<std::uint32_t> number_of(std::string_view text) {
  std::uint32_t value = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (text.empty() || error != std::errc() || stop != end) return std::nullopt;
  return value;
}

[[nodiscard]] std::string quoted(std::string_view text) {
  std::string result = "'";
  for (const char c : text.substr(0, most_shown)) {
    const auto byte = static_cast<unsigned char>(c);
    result += byte < 0x20 || byte == 0x7f ? '?' : c;
  }
  return result + (text.size() > most_shown ? "…'" : "'");
}

// One line of a file.
struct Line {
  const File& file;
  std::uint32_t number = 0;
  std::string_view rest;  // the part that was not read yet

  // Returns the value of `key:value`, which must exist.
  [[nodiscard]] std::string_view value(std::string_view key) const {
    std::string_view left = rest;
    while (!left.empty()) {
      const std::string_view word = take_word(left);
      if (word.size() > key.size() && word[key.size()] == ':' && word.starts_with(key))
        return word.substr(key.size() + 1);
    }
    fail(file, number, "this line has no '" + std::string(key) + ":'");
  }
  [[nodiscard]] std::string_view name(std::string_view key) const {
    const std::string_view result = value(key);
    if (result.empty()) fail(file, number, "'" + std::string(key) + ":' has no value");
    return result;
  }
};

// Calls use(Line) for each line that is not empty.
template <class Use>
void for_each_line(const File& file, const Use& use) {
  std::string_view left = file.text;
  for (std::uint32_t number = 1; !left.empty(); ++number) {
    const std::size_t end = std::min(left.find('\n'), left.size());
    const std::string_view line = trimmed(left.substr(0, end));
    left.remove_prefix(std::min(end + 1, left.size()));
    if (!line.empty()) use(Line{file, number, line});
  }
}

using Reader = void (*)(const Line&, Operation&);

void read_thread(const Line& line, Operation& operation) { operation.thread = line.name("tid"); }

void read_fork(const Line& line, Operation& operation) {
  operation.thread = line.name("par-tid");
  operation.other = line.name("child-tid");
}

void read_join(const Line& line, Operation& operation) {
  read_thread(line, operation);
  operation.other = line.name("child-tid");
}

void read_post(const Line& line, Operation& operation) {
  operation.thread = line.name("src");
  operation.message = line.name("msg");
  operation.other = line.name("dest");
}

void read_delayed_post(const Line& line, Operation& operation) {
  read_post(line, operation);
  operation.is_delayed = true;
}

void read_native_post(const Line& line, Operation& operation) {
  read_post(line, operation);
  operation.is_native = true;
}

void read_message(const Line& line, Operation& operation) {
  read_thread(line, operation);
  operation.message = line.name("msg");
}

void read_static(const Line& line, Operation& operation) {
  read_thread(line, operation);
  operation.object = std::string(line.name("class")) + "." + std::string(line.name("field"));
}

void read_field(const Line& line, Operation& operation) {
  read_static(line, operation);
  operation.object = std::string(line.name("obj")) + "/" + operation.object;
}

void read_lock(const Line& line, Operation& operation) {
  read_thread(line, operation);
  operation.object = line.name("lock-obj");
}

void read_notify(const Line& line, Operation& operation) {
  read_thread(line, operation);
  operation.other = line.name("notifiedTid");
}

// What is enabled or triggered: the kind (the name of the operation after its first '-') and all
// values of the line except the thread.
void read_enabled(const Line& line, Operation& operation) {
  read_thread(line, operation);
  const std::string_view name = operation.words.substr(0, operation.words.find_first_of(blanks));
  operation.object = name.substr(name.find('-') + 1);
  std::string_view left = line.rest;
  while (!left.empty())
    if (const std::string_view word = take_word(left); !word.starts_with("tid:"))
      operation.object += " " + std::string(word);
}

struct Word {
  std::string_view text;  // if there are several words, their common prefix
  Kind kind;
  Reader read;
};

constexpr std::array<Word, 24> words = {{
    {"START", Kind::nothing, nullptr},
    {"THREADINIT", Kind::thread_init, read_thread},
    {"THREADEXIT", Kind::thread_exit, read_thread},
    {"FORK", Kind::fork, read_fork},
    {"JOIN", Kind::join, read_join},
    {"ATTACH-Q", Kind::attach, read_thread},
    {"LOOP", Kind::loop, read_thread},
    {"POST", Kind::post, read_post},
    {"NATIVE-POST", Kind::post, read_native_post},
    {"UI-POST", Kind::post, read_post},
    {"DELAY-POST", Kind::post, read_delayed_post},
    {"CALL", Kind::call, read_message},
    {"RET", Kind::ret, read_message},
    {"READ", Kind::read, read_field},
    {"WRITE", Kind::write, read_field},
    {"READ-STATIC", Kind::read, read_static},
    {"WRITE-STATIC", Kind::write, read_static},
    {"LOCK", Kind::lock, read_lock},
    {"UNLOCK", Kind::unlock, read_lock},
    {"WAIT", Kind::wait, read_thread},
    {"NOTIFY", Kind::notify, read_notify},
    {"NOP", Kind::nothing, read_thread},
    {"ENABLE-", Kind::enable, read_enabled},
    {"TRIGGER-", Kind::trigger, read_enabled},
}};

[[nodiscard]] const Word* word_named(std::string_view text) {
  for (const Word& word : words)
    if (word.text.ends_with('-') ? text.starts_with(word.text) && text != word.text
                                 : text == word.text)
      return &word;
  return nullptr;
}

[[nodiscard]] Operation operation_of(Line line) {
  Operation operation{.line = line.number, .text = line.rest};
  const std::string_view number = take_word(line.rest);
  operation.words = line.rest;
  const auto value = number_of(number);
  if (!value)
    fail(line.file, line.number, quoted(number) + " is not a number",
         "a line is 'NUMBER OPERATION key:value …'");
  operation.number = *value;
  const std::string_view name = take_word(line.rest);
  if (name.empty())
    fail(line.file, line.number, "this line has no operation",
         "a line is 'NUMBER OPERATION key:value …'");
  const Word* const word = word_named(name);
  if (word == nullptr) fail(line.file, line.number, quoted(name) + " is not an operation");
  operation.kind = word->kind;
  if (word->read != nullptr) word->read(line, operation);
  return operation;
}

[[nodiscard]] std::uint32_t number_at(const Line& line, std::string_view key) {
  const std::string_view text = line.name(key);
  const auto value = number_of(text);
  if (!value) fail(line.file, line.number, quoted(text) + " is not a number");
  return *value;
}

}  // namespace

std::vector<Operation> parse_trace(const File& file) {
  std::vector<Operation> result;
  std::unordered_set<std::uint32_t> numbers;
  bool ended = false;
  for_each_line(file, [&](const Line& line) {
    if (ended) fail(file, line.number, "there is text after 'End of trace!!'");
    ended = line.rest == "End of trace!!";
    if (ended) return;
    result.push_back(operation_of(line));
    if (!numbers.insert(result.back().number).second)
      fail(file, line.number, "number " + std::to_string(result.back().number) + " is used twice");
  });
  return result;
}

std::vector<Dependence> parse_dependences(const File& file) {
  std::vector<Dependence> result;
  for_each_line(file, [&](const Line& line) {
    result.push_back({number_at(line, "src"), number_at(line, "dest"), line.number});
  });
  return result;
}

}  // namespace mazurka::recorded
