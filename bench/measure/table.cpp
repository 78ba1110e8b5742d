#include "measure/table.h"

#include <cstdio>
#include <cstdlib>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace mazurka::bench {

void Table::print_head() const {
  std::vector<std::string> titles;
  for (const Column& column : columns_) titles.push_back(column.title);
  if (!markdown_) fmt::print("\n{}\n", title_);
  print_row(titles);
  if (!markdown_) return;
  fmt::print("|---|");
  for (std::size_t i = 1; i < columns_.size(); ++i) fmt::print("---:|");
  fmt::print("\n");
}

void Table::print_row(const std::vector<std::string>& cells) const {
  std::string line = markdown_ ? "|" : "";
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (markdown_)
      line += fmt::format(" {} |", cells[i]);
    else if (i == 0)
      line += fmt::format("{:<{}}", cells[i], columns_[i].width);
    else
      line += fmt::format("  {:>{}}", cells[i], columns_[i].width);
  }
  fmt::print("{}\n", line);
  std::fflush(stdout);
}

std::string with_commas(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t left = 3; left < digits.size(); left += 4)
    digits.insert(digits.size() - left, ",");
  return digits;
}

std::string count_of(const Measured& measured, std::uint64_t count) {
  if (!measured.is_cut) return with_commas(count);
  return count == 0 ? "cut" : "> " + with_commas(count);
}

std::string seconds_of(const Measured& measured) {
  if (measured.is_cut) return fmt::format("> {:.0f}", measured.seconds);
  return fmt::format("{:.{}f}", measured.seconds, measured.seconds < 1 ? 3 : 1);
}

std::string memory_of(const Measured& measured) {
  return fmt::format("{:.1f} MB", static_cast<double>(measured.peak_kib) / 1024);
}

TableOptions parse_options(int argc, char** argv, const std::string& about) {
  TableOptions options;
  CLI::App app(about);
  app.add_flag("--markdown", options.markdown, "Prints Markdown");
  app.add_option("--limit", options.limit_seconds, "Cuts a row after so many seconds (60)");
  app.add_option("--only", options.only, "Only programs with this in their name");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    std::exit(app.exit(error));
  }
  return options;
}

bool is_wanted(const TableOptions& options, const std::string& program) {
  return program.find(options.only) != std::string::npos;
}

}  // namespace mazurka::bench
