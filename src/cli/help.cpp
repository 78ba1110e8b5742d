#include "cli/help.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include "report/text_width.h"

namespace mazurka::cli {

namespace {

constexpr std::size_t line_width = 100;
constexpr std::size_t text_column = 26;

std::string entry(const std::string& name, const std::string& text) {
  const std::string left = padded("  " + name, text_column);
  // A name that is too long for its column gets a line of its own.
  const std::string start =
      width_of(left) > text_column ? left + "\n" + std::string(text_column, ' ') : left;
  const std::string description = wrapped(text, line_width - text_column, 0);
  std::string result = start;
  for (const char c : description)
    result += c == '\n' ? "\n" + std::string(text_column, ' ') : std::string(1, c);
  return result + "\n";
}

std::string name_of(const CLI::Option& option) {
  std::string name = option.get_name(false, true);
  std::ranges::replace(name, ',', ' ');
  std::string result;
  for (const char c : name) result += c == ' ' ? std::string(", ") : std::string(1, c);
  const std::string value = option.get_expected_max() > 0 ? option.get_type_name() : "";
  return value.empty() ? result : result + " " + value;
}

// How many letters must be added, left out or changed to turn one word into the other.
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

}  // namespace

std::string help_text(const CLI::App& app, const std::string& usage) {
  std::string text = usage + "\n";
  if (!app.get_description().empty()) text += "\n" + app.get_description() + "\n";
  const auto commands = app.get_subcommands([](const CLI::App*) { return true; });
  if (!commands.empty()) text += "\nCommands:\n";
  for (const CLI::App* command : commands)
    text += entry(command->get_name(), command->get_description());
  text += "\nOptions:\n";
  for (const CLI::Option* option : app.get_options())
    if (option->nonpositional()) text += entry(name_of(*option), option->get_description());
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
