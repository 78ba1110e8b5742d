#include "property/robust_program.h"

#include <algorithm>

#include <fmt/format.h>

#include "property/random_bits.h"

namespace mazurka::property {
namespace {

class Writer {
 public:
  explicit Writer(std::uint64_t seed) : bits_(seed) {}

  RobustProgram write() {
    if (bits_.percent(15)) return chain();
    program_.variables = bits_.between(1, 3);
    // Longer cycles need more events; brute force can handle them only if the events are small.
    const bool many = bits_.percent(25);
    const int events = many ? bits_.between(3, 4) : bits_.between(1, 3);
    const int others = many ? bits_.between(0, 2) : bits_.between(0, 4);
    budget_ = many ? bits_.between(4, 7) : bits_.between(3, 9);
    for (int i = 0; i < events + others; ++i)
      program_.procedures.push_back({i < events || bits_.percent(35), {}});
    for (int i = 0; i < events; ++i) program_.events.push_back(i);
    if (bits_.percent(20) && events < 3) program_.events.push_back(0);  // the same event again
    for (int i = 0; i < events + others; ++i) write_body(i);
    // Every other procedure is created by some task, since it would be unused otherwise.
    for (int i = events; i < events + others; ++i) insert(bits_.below(i), create(i));
    return program_;
  }

 private:
  // Returns a program in which each event shares one variable with the next and the last shares one
  // with the first; some events make their second access in the background. This yields cycles
  // through all events, which are rare in other programs.
  RobustProgram chain() {
    const int events = bits_.between(3, 4);
    program_.variables = events;
    for (int i = 0; i < events; ++i) {
      program_.events.push_back(i);
      program_.procedures.push_back({true, {access(i)}});
    }
    for (int i = 0; i < events; ++i) {
      const std::string second = access((i + 1) % events);
      if (bits_.percent(40)) {
        const int task = static_cast<int>(program_.procedures.size());
        program_.procedures.push_back({bits_.percent(25), {second}});
        insert(i, create(task));
      } else {
        insert(i, second);
      }
    }
    return program_;
  }

  std::string access(int variable) {
    if (bits_.percent(50)) return fmt::format("x{} = {};", variable, value());
    return fmt::format("if (x{} == {}) {{ }}", variable, value());
  }

  void write_body(int self) {
    const int statements =
        bits_.between(self < static_cast<int>(program_.events.size()) ? 0 : 1, 2);
    for (int i = 0; i < statements && budget_ > 0; ++i) {
      --budget_;
      insert(self, statement(self));
    }
  }

  void insert(int procedure, std::string line) {
    auto& lines = program_.procedures[static_cast<std::size_t>(procedure)].lines;
    const auto place = bits_.below(static_cast<int>(lines.size()) + 1);
    lines.insert(lines.begin() + place, std::move(line));
  }

  std::string statement(int self) {
    const bool on_main = program_.procedures[static_cast<std::size_t>(self)].on_main;
    switch (bits_.below(10)) {
      case 0:
      case 1:
      case 2:
        return fmt::format("{} = {};", variable(), value());
      case 3:
      case 4:
        return fmt::format("if ({} == 9) {{ }}", variable());
      case 5:
        return fmt::format("{} = {} + 1;", variable(), variable());
      case 6:
      case 7:
        return fmt::format("if ({} == {}) {{ {} = {}; }}", variable(), value(), variable(),
                           value());
      case 8:
        if (!on_main) return fmt::format("assume {} == {};", variable(), value());
        return fmt::format("{} = {};", variable(), value());
      default:
        if (self + 1 < static_cast<int>(program_.procedures.size())) {
          const int events = static_cast<int>(program_.events.size());
          const int last = static_cast<int>(program_.procedures.size()) - 1;
          const int low = std::max(self + 1, events);
          if (low <= last)
            return fmt::format("if ({} == {}) {{ {} }}", variable(), value(),
                               create(bits_.between(low, last)));
        }
        return fmt::format("if ({} == 9) {{ }}", variable());
    }
  }

  std::string create(int procedure) {
    const bool on_main = program_.procedures[static_cast<std::size_t>(procedure)].on_main;
    return on_main ? fmt::format("post p{} to ui;", procedure)
                   : fmt::format("spawn p{}();", procedure);
  }
  std::string variable() { return fmt::format("x{}", bits_.below(program_.variables)); }
  int value() { return bits_.below(3); }

  RandomBits bits_;
  RobustProgram program_;
  int budget_ = 0;
};

}  // namespace

RobustProgram random_robust_program(std::uint64_t seed) { return Writer(seed).write(); }

std::string to_source(const RobustProgram& program) {
  std::string text = "var ";
  for (int i = 0; i < program.variables; ++i) text += fmt::format("{}x{}", i > 0 ? ", " : "", i);
  text += ";\nhandler ui;\nthread environment {\n";
  for (const int event : program.events) text += fmt::format("  post p{} to ui;\n", event);
  text += "}\n";
  for (std::size_t i = 0; i < program.procedures.size(); ++i) {
    const Procedure& procedure = program.procedures[i];
    text += procedure.on_main ? fmt::format("message p{} {{\n", i)
                              : fmt::format("thread p{}() {{\n", i);
    for (const std::string& line : procedure.lines) text += "  " + line + "\n";
    text += "}\n";
  }
  return text;
}

RobustProgram shrink(RobustProgram program,
                     const std::function<bool(const RobustProgram&)>& still_fails) {
  for (bool smaller = true; smaller;) {
    smaller = false;
    for (std::size_t i = 0; i < program.events.size(); ++i) {
      RobustProgram candidate = program;
      candidate.events.erase(candidate.events.begin() + static_cast<std::ptrdiff_t>(i));
      if (!still_fails(candidate)) continue;
      program = candidate;
      smaller = true;
      --i;
    }
    for (std::size_t p = 0; p < program.procedures.size(); ++p)
      for (std::size_t i = 0; i < program.procedures[p].lines.size(); ++i) {
        RobustProgram candidate = program;
        auto& lines = candidate.procedures[p].lines;
        lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(i));
        if (!still_fails(candidate)) continue;
        program = candidate;
        smaller = true;
        --i;
      }
  }
  return program;
}

}  // namespace mazurka::property
