#include "explore/checkpoint.h"

#include <algorithm>
#include <charconv>

#include "core/epoch.h"
#include "core/hash.h"
#include "core/user_error.h"
#include "program/learning.h"

namespace mazurka {
namespace {

constexpr std::string_view first_line = "mazurka checkpoint ";
constexpr std::string_view last_word = "checksum ";
constexpr std::size_t words_per_line = 16;

std::uint64_t checksum_of(std::string_view text) {
  std::uint64_t sum = text.size();
  for (std::size_t i = 0; i < text.size(); i += 8) {
    std::uint64_t word = 0;
    for (std::size_t k = i; k < std::min(i + 8, text.size()); ++k)
      word = word << 8 | static_cast<unsigned char>(text[k]);
    sum = mix(sum, word);
  }
  return sum;
}

// --- Writing ------------------------------------------------------------------------------------

void add_hex(std::string& text, std::uint64_t value) {
  char digits[17];
  const auto [end, error] = std::to_chars(digits, digits + sizeof digits, value, 16);
  text.append(digits, end);
}

void add_words(std::string& text, std::string_view kind, const std::vector<std::uint64_t>& words) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i % words_per_line == 0) text += (i == 0 ? "" : "\n") + std::string(kind);
    text += ' ';
    add_hex(text, words[i]);
  }
  if (!words.empty()) text += '\n';
}

void add_choices(std::string& text, std::string_view kind, const std::vector<Choice>& choices) {
  text += kind;
  for (const Choice& choice : choices) {
    text += ' ';
    add_hex(text, choice.task.value);
    text += ':';
    add_hex(text, choice.value);
  }
  text += '\n';
}

void add_job(std::string& text, const Job& job) {
  std::string kind = "first";
  if (!job.is_first) {
    kind = "job ";
    add_hex(kind, job.key.high);
    kind += ' ';
    add_hex(kind, job.key.low);
  }
  add_choices(text, kind, job.schedule);
}

// --- Reading ------------------------------------------------------------------------------------

class Parser {
 public:
  Parser(std::string_view text, const std::string& file) : rest_(text), file_(file) {}

  Checkpoint parse() {
    require_whole();
    Checkpoint result;
    while (!rest_.empty()) {
      line_ = rest_.substr(0, rest_.find('\n'));
      rest_.remove_prefix(std::min(line_.size() + 1, rest_.size()));
      ++number_;
      if (number_ > 1) add_line(result);
    }
    result.program = ProgramIdentity::of_lines(program_);
    return result;
  }

 private:
  // Checks the first line and the checksum in the last one, and removes the latter from the text.
  void require_whole() {
    if (!rest_.starts_with(first_line))
      throw UserError(file_, "this is not a checkpoint",
                      "'mazurka check --checkpoint FILE' writes one");
    const std::string_view version =
        rest_.substr(first_line.size(), rest_.find('\n') - first_line.size());
    if (version != std::to_string(Checkpoint::format))
      throw UserError(file_,
                      "a checkpoint of format '" + std::string(version) +
                          "', which this version of mazurka does not know: it knows format " +
                          std::to_string(Checkpoint::format),
                      "resume with the version that wrote it, or start without --resume");
    const std::size_t end = rest_.rfind(last_word);
    if (end == std::string_view::npos || end == 0 || rest_[end - 1] != '\n')
      damaged("its end is missing");
    std::string wanted;
    add_hex(wanted, checksum_of(rest_.substr(0, end)));
    if (rest_.substr(end + last_word.size()) != wanted + "\n") damaged("its checksum does not fit");
    rest_ = rest_.substr(0, end);
  }

  void add_line(Checkpoint& to) {
    const std::string_view kind = word();
    if (kind == "origin") {
      const std::string name(word());
      to.origin.emplace_back(name, line_);
    } else if (kind == "program") {
      program_.emplace_back(line_);
    } else if (kind == "knows") {
      to.facts.emplace_back(line_);
    } else if (kind == "handler") {
      to.names.handlers.push_back(name());
    } else if (kind == "task") {
      add_task(to.names);
    } else if (kind == "object") {
      to.names.objects.push_back(name());
    } else if (kind == "mail") {
      to.names.messages.emplace_back(line_);
    } else if (kind == "microseconds") {
      to.seconds = static_cast<double>(number()) / 1e6;
    } else if (kind == "counts") {
      while (!line_.empty()) to.counts.push_back(number());
    } else if (kind == "kept") {
      add_choices(to.kept);
    } else if (kind == "error") {
      add_choices(to.errors.emplace_back());
    } else if (kind == "state") {
      while (!line_.empty()) to.algorithm.push_back(number());
    } else if (kind == "workers") {
      to.is_of_workers = true;
    } else if (kind == "first") {
      to.jobs.emplace_back().is_first = true;
      add_choices(to.jobs.back().schedule);
    } else if (kind == "job") {
      Job& job = to.jobs.emplace_back();
      job.key.high = number();
      job.key.low = number();
      add_choices(job.schedule);
    } else if (kind == "trace") {
      const std::uint64_t high = number();
      to.traces.push_back({high, number()});
    } else {
      damaged("line " + std::to_string(number_) + " is unknown");
    }
  }

  // Adds a task. Tasks are listed after their creators.
  void add_task(CheckpointNames& to) {
    TaskName name;
    name.creator = TaskId{small()};
    name.ordinal = small();
    name.code = small();
    name.handler = HandlerId{small()};
    if (name.creator.exists() && name.creator.value >= to.tasks.size())
      damaged("a task has no creator");
    to.tasks.push_back(name);
  }

  void add_choices(std::vector<Choice>& to) {
    while (!line_.empty()) {
      std::string_view text = word();
      const std::size_t colon = text.find(':');
      if (colon == std::string_view::npos) damaged("a choice is unreadable");
      const std::uint64_t value = hex(text.substr(colon + 1));
      to.push_back({TaskId{checked_small(hex(text.substr(0, colon)))}, checked_small(value)});
    }
  }

  StableName name() {
    const std::uint64_t high = number();
    return {high, number()};
  }

  std::string_view word() {
    const std::string_view result = line_.substr(0, line_.find(' '));
    line_.remove_prefix(std::min(result.size() + 1, line_.size()));
    return result;
  }

  std::uint64_t number() { return hex(word()); }
  std::uint32_t small() { return checked_small(number()); }
  std::uint32_t checked_small(std::uint64_t value) {
    if (value > 0xffffffffu) damaged("a number is too large");
    return static_cast<std::uint32_t>(value);
  }

  std::uint64_t hex(std::string_view text) {
    std::uint64_t value = 0;
    const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value, 16);
    if (error != std::errc() || stop != text.data() + text.size() || text.empty())
      damaged("a number is unreadable in line " + std::to_string(number_));
    return value;
  }

  [[noreturn]] void damaged(const std::string& why) const {
    throw UserError(file_, "the checkpoint is damaged: " + why, "start without --resume");
  }

  std::string_view rest_;
  std::string_view line_;
  std::size_t number_ = 0;
  std::vector<std::string> program_;
  const std::string& file_;
};

}  // namespace

std::string to_text(const Checkpoint& checkpoint) {
  std::string text = std::string(first_line) + std::to_string(Checkpoint::format) + "\n";
  for (const std::string& line : checkpoint.program.lines()) text += "program " + line + "\n";
  for (const auto& [name, value] : checkpoint.origin) text += "origin " + name + " " + value + "\n";
  for (const std::string& fact : checkpoint.facts) text += "knows " + fact + "\n";
  for (const StableName& name : checkpoint.names.handlers)
    add_words(text, "handler", {name.high, name.low});
  for (const TaskName& name : checkpoint.names.tasks)
    add_words(text, "task", {name.creator.value, name.ordinal, name.code, name.handler.value});
  for (const std::string& line : checkpoint.names.messages) text += "mail " + line + "\n";
  for (const StableName& name : checkpoint.names.objects)
    add_words(text, "object", {name.high, name.low});
  add_words(text, "microseconds", {static_cast<std::uint64_t>(checkpoint.seconds * 1e6)});
  add_words(text, "counts", checkpoint.counts);
  add_choices(text, "kept", checkpoint.kept);
  for (const std::vector<Choice>& error : checkpoint.errors) add_choices(text, "error", error);
  add_words(text, "state", checkpoint.algorithm);
  for (const TraceKey& key : checkpoint.traces) add_words(text, "trace", {key.high, key.low});
  if (checkpoint.is_of_workers) text += "workers\n";
  for (const Job& job : checkpoint.jobs) add_job(text, job);
  add_checksum(text);
  return text;
}

void add_checksum(std::string& text) {
  const std::uint64_t sum = checksum_of(text);
  text += last_word;
  add_hex(text, sum);
  text += '\n';
}

Checkpoint parse_checkpoint(std::string_view text, const std::string& file) {
  return Parser(text, file).parse();
}

// What the program knows then must be what was known, or schedules and keys mean something else.
void use_facts_of(const Checkpoint& checkpoint, Program& program) {
  Learning* const learning = program.learning();
  if (learning == nullptr && checkpoint.facts.empty()) return;
  if (learning != nullptr) {
    learning->skip_scouting();
    learning->use_facts(checkpoint.facts);
  }
  Epoch wanted;
  for (const std::string& fact : checkpoint.facts) wanted.add(fact);
  Epoch known;
  for (const std::string& fact : facts_of(program)) known.add(fact);
  if (known != wanted)
    throw UserError("",
                    "the checkpoint cannot be resumed: what was learned about the program cannot "
                    "be used again",
                    "start without --resume");
}

}  // namespace mazurka
