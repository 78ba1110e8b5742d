// A table that is printed row by row while it is measured: for the terminal, or as Markdown.
#pragma once

#include <string>
#include <vector>

#include "measure/measured_run.h"

namespace mazurka::bench {

struct Column {
  std::string title;
  int width = 10;  // on the terminal
};

class Table {
 public:
  Table(std::string title, std::vector<Column> columns, bool markdown)
      : title_(std::move(title)), columns_(std::move(columns)), markdown_(markdown) {}

  // Left-aligns the first column and right-aligns the others.
  void print_head() const;
  void print_row(const std::vector<std::string>& cells) const;

 private:
  std::string title_;
  std::vector<Column> columns_;
  bool markdown_;
};

// Formats a count as "40,320", or as "> 1,000" if the run was cut.
[[nodiscard]] std::string count_of(const Measured& measured, std::uint64_t count);
[[nodiscard]] std::string with_commas(std::uint64_t number);
[[nodiscard]] std::string seconds_of(const Measured& measured);  // "0.42", "> 60"
[[nodiscard]] std::string memory_of(const Measured& measured);   // "5.3 MB"

// The options that all programs understand that print tables.
struct TableOptions {
  bool markdown = false;
  double limit_seconds = 60;
  std::string only;  // only rows whose program name contains this
};

// Exits with a message for --help and for wrong options.
[[nodiscard]] TableOptions parse_options(int argc, char** argv, const std::string& about);
[[nodiscard]] bool is_wanted(const TableOptions& options, const std::string& program);

}  // namespace mazurka::bench
