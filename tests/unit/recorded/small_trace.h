// Small recorded traces for tests.
#pragma once

#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/user_error.h"
#include "program/presentation.h"
#include "program/recorded/recorded.h"

namespace mazurka::recorded_test {

// Numbers the lines, starting from 1. Ignores leading blanks.
[[nodiscard]] inline std::string numbered(const std::string& lines) {
  std::istringstream in(lines);
  std::string result;
  int number = 1;
  for (std::string line; std::getline(in, line);) {
    const std::size_t first = line.find_first_not_of(' ');
    if (first == std::string::npos) continue;
    result += std::to_string(number++) + " " + line.substr(first) + "\n";
  }
  return result;
}

[[nodiscard]] inline std::unique_ptr<Program> load_text(const std::string& trace,
                                                        const std::string& dependences = "") {
  return recorded::load({"trace.txt", trace}, {"dependence.txt", dependences});
}

// Loads a trace that has no dependence file.
[[nodiscard]] inline std::unique_ptr<Program> load_alone(const std::string& trace) {
  return recorded::load({"trace.txt", trace}, {});
}

// Loads and restarts.
[[nodiscard]] inline std::unique_ptr<Program> started(const std::string& lines,
                                                      const std::string& dependences = "") {
  auto program = load_text(numbered(lines), dependences);
  program->restart();
  return program;
}

// Returns the enabled steps, such as "thread 1: FORK par-tid:1 child-tid:2".
[[nodiscard]] inline std::vector<std::string> enabled_of(Program& program) {
  std::vector<Pending> pending;
  program.pending(pending);
  std::vector<std::string> result;
  for (const Pending& each : pending)
    if (each.enabled)
      result.push_back(program.presentation().describe(each.task) + ": " +
                       program.presentation().describe(each));
  return result;
}

// Takes one step of the task with this name. Fails the test if that is impossible.
inline Event step(Program& program, const std::string& task) {
  for (const Choice choice : program.enabled())
    if (program.presentation().describe(choice.task) == task) return *program.step(choice);
  ADD_FAILURE() << task << " cannot go on";
  return {};
}

// Runs to the end, always taking the first choice, and returns lines such as "thread 1:
// FORK par-tid:1 child-tid:2".
[[nodiscard]] inline std::vector<std::string> events_of(Program& program) {
  std::vector<std::string> result;
  program.restart();
  while (!program.enabled().empty()) {
    const Event* const event = program.step(program.enabled().front());
    result.push_back(program.presentation().describe(event->task) + ": " +
                     program.presentation().describe(*event));
  }
  return result;
}

// Returns the mistake that load() finds as "file:line: what". Fails the test if there is none.
[[nodiscard]] inline std::string error_of(const std::string& trace,
                                          const std::string& dependences = "") {
  try {
    (void)load_text(trace, dependences);
  } catch (const UserError& error) {
    return error.what();
  }
  ADD_FAILURE() << "no error";
  return {};
}

}  // namespace mazurka::recorded_test
