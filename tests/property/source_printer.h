// Prints the parts of random programs that are common to all languages: lines,
// blocks in braces, branches.
#pragma once

#include <string>

#include "property/random_program.h"

namespace mazurka::property {

class SourcePrinter {
 public:
  virtual ~SourcePrinter() = default;

 protected:
  explicit SourcePrinter(const RandomProgram& program) : program_(program) {}

  [[nodiscard]] virtual std::string name(Name name) const = 0;
  virtual void print_statement(const Statement& statement) = 0;

  [[nodiscard]] const RandomProgram& program() const { return program_; }
  [[nodiscard]] const Task& task_at(int index) const {
    return program_.tasks[static_cast<std::size_t>(index)];
  }
  [[nodiscard]] std::string named(const Statement& s, std::size_t i) const {
    return name(s.names[i]);
  }

  void print_block(const Block& block) {
    for (const Statement& statement : block) print_statement(statement);
  }
  void print_loop(const std::string& head, const Block& body) {
    open(head);
    print_block(body);
    close();
  }
  // Prints a branch; `last` is appended to its first block and may be empty.
  void print_branch(const std::string& head, const Statement& s, const std::string& last) {
    open(head);
    print_block(s.body);
    if (!last.empty()) line(last);
    if (!s.otherwise.empty()) {
      --depth_;
      open("} else");
      print_block(s.otherwise);
    }
    close();
  }

  void open(const std::string& head) {
    line(head + " {");
    ++depth_;
  }
  void close() {
    --depth_;
    line("}");
  }
  void line(const std::string& content) { text_ += std::string(2 * depth_, ' ') + content + "\n"; }
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  const RandomProgram& program_;
  std::string text_;
  std::size_t depth_ = 0;
};

}  // namespace mazurka::property
