#include "cli/help.h"

#include <algorithm>
#include <numeric>
#include <string_view>
#include <vector>

#include "report/text_width.h"

namespace mazurka::cli {

namespace {

constexpr std::size_t line_width = 100;
constexpr std::size_t text_column = 26;

std::string entry(const std::string& name, const std::string& text) {
  const std::string left = padded("  " + name, text_column);
  // A name that is too long for its column takes a whole line.
  const std::string start =
      width_of("  " + name) >= text_column ? left + "\n" + std::string(text_column, ' ') : left;
  const std::string description = wrapped(text, line_width - text_column, 0);
  std::string result = start;
  for (const char c : description)
    result += c == '\n' ? "\n" + std::string(text_column, ' ') : std::string(1, c);
  return result + "\n";
}

// The example commands of a command's help. The general help shows the first one.
struct CommandExamples {
  std::string_view command;
  std::vector<std::string> lines;
};

const std::vector<CommandExamples>& all_examples() {
  static const std::vector<CommandExamples> examples = {
      {"check",
       {"mazurka check test.cpp", "mazurka check --html report.html test.cpp",
        "mazurka check --keep-going --timeout 600 ./test_program -- --fast",
        "mazurka check --random 10000 test.cpp"}},
      {"replay", {"mazurka replay test.schedule", "mazurka replay --gdb test.schedule"}},
      {"robust", {"mazurka robust app.cpp", "mazurka robust --method sequential app.mzk"}},
      {"worker", {"mazurka worker redis://host/name test.cpp"}},
      {"estimate", {"mazurka estimate test.cpp"}},
      {"cc", {"mazurka cc -o test test.c"}},
      {"c++", {"mazurka c++ -o test test.cpp"}}};
  return examples;
}

std::vector<std::string> examples_of(const std::string& command) {
  for (const CommandExamples& examples : all_examples())
    if (examples.command == command) return examples.lines;
  return {};
}

// The groups of options in the order of the help, most frequently used first. The names are those
// of all commands: a command shows the options that it has.
struct OptionGroup {
  std::string_view title;
  std::vector<std::string_view> options;
};

const std::vector<OptionGroup>& option_groups() {
  static const std::vector<OptionGroup> groups = {
      {"Common options",
       {"--keep-going", "--timeout", "--gdb", "--program", "--method", "--main", "--instances",
        "--conflicts", "--html", "-D", "--compiler", "--verbose", "--help", "--version"}},
      {"Limits",
       {"--max-executions", "--max-steps", "--max-depth", "--max-memory", "--allow-incomplete"}},
      {"What is not covered", {"--strict", "--accept", "--ignore", "--suppressions"}},
      {"C and C++ programs",
       {"--main-exits", "--any-status", "--spurious", "--unroll", "--watchdog", "--trust",
        "--nondet"}},
      {"Output",
       {"--json", "--junit", "--dot", "--schedule", "--emit-sequential", "--no-shorten",
        "--explain-budget", "--progress"}},
      {"Long runs", {"--jobs", "--cluster", "--checkpoint", "--resume"}},
      {"Random testing", {"--random", "--strategy", "--seed", "--depth", "--no-sampling"}},
      {"Algorithm and statistics",
       {"--algorithm", "--relation", "--preemptions", "--handlers-as-locks", "--no-sleep-sets",
        "--as-implemented", "--order", "--stats", "--count-traces", "--rerun"}},
      {"EM-DPOR, and recorded traces as in its paper",
       {"--every-operation", "--em-first", "--em-next", "--em-target", "--em-reuse", "--em-reads",
        "--em-locks"}}};
  return groups;
}

std::string name_of(const CLI::Option& option) {
  std::string name = option.get_name(false, true);
  std::ranges::replace(name, ',', ' ');
  std::string result;
  for (const char c : name) result += c == ' ' ? std::string(", ") : std::string(1, c);
  const std::string value = option.get_expected_max() > 0 ? option.get_type_name() : "";
  return value.empty() ? result : result + " " + value;
}

// Returns the edit distance of two words: how many letters to add, remove or change.
std::size_t distance(const std::string& a, const std::string& b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t change = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({change, row[j] + 1, diagonal + 1});
    }
  }
  return row[b.size()];
}

// The entries of all options, by group. An option without a group is listed at the end, so none
// can be missing. Hidden options have an empty group.
std::string options_text(const CLI::App& app) {
  std::string text;
  std::vector<const CLI::Option*> shown;
  const auto show = [&](const CLI::Option* option) {
    shown.push_back(option);
    return entry(name_of(*option), option->get_description());
  };
  for (const OptionGroup& group : option_groups()) {
    std::string entries;
    for (const std::string_view name : group.options)
      if (const CLI::Option* option = app.get_option_no_throw(std::string(name)))
        entries += show(option);
    if (!entries.empty()) text += "\n" + std::string(group.title) + ":\n" + entries;
  }
  std::string others;
  for (const CLI::Option* option : app.get_options())
    if (option->nonpositional() && !option->get_group().empty() &&
        std::ranges::find(shown, option) == shown.end())
      others += show(option);
  return others.empty() ? text : text + "\nOther options:\n" + others;
}

std::string commands_text(const CLI::App& app) {
  std::string text;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    text += entry(command->get_name(), command->get_description());
    const std::vector<std::string> examples = examples_of(command->get_name());
    if (!examples.empty()) text += std::string(text_column, ' ') + "  $ " + examples.front() + "\n";
  }
  return text.empty() ? text : "\nCommands:\n" + text;
}

std::string examples_text(const CLI::App& app) {
  std::string text;
  for (const std::string& line : examples_of(app.get_name())) text += "  " + line + "\n";
  return text.empty() ? text : "\nExamples:\n" + text;
}

}  // namespace

std::string help_text(const CLI::App& app, const std::string& usage) {
  std::string text = usage + "\n";
  if (!app.get_description().empty()) text += "\n" + app.get_description() + ".\n";
  text += examples_text(app) + commands_text(app) + options_text(app);
  if (!app.get_footer().empty()) text += "\n" + app.get_footer() + "\n";
  return text;
}

std::string similar_option(const CLI::App& app, const std::string& misspelt) {
  const std::string word = misspelt.substr(0, misspelt.find('='));
  std::string best;
  std::size_t best_distance = 1 + word.size() / 4;
  for (const CLI::Option* option : app.get_options())
    for (const std::string& name : option->get_lnames()) {
      const std::size_t d = distance(word, "--" + name);
      if (d > best_distance || (d == best_distance && !best.empty())) continue;
      best = "--" + name;
      best_distance = d;
    }
  return best;
}

}  // namespace mazurka::cli
