// The contract that every front end keeps (program/program.h), as one test suite.
//
// A front end adds an instance with programs that use all of its features:
//   INSTANTIATE_TEST_SUITE_P(Model, ProgramContract, ValuesIn(model_programs()), name_of_program);
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "program/program.h"
#include "sanitized.h"

namespace mazurka {

struct NamedProgram {
  std::string name;  // letters and digits
  // Returns a new, not yet started instance of the program on every call.
  std::function<std::unique_ptr<Program>()> make;
};
inline void PrintTo(const NamedProgram& program, std::ostream* out) { *out << program.name; }

[[nodiscard]] inline std::string name_of_program(
    const ::testing::TestParamInfo<NamedProgram>& info) {
  return info.param.name;
}

// Everything observable about an execution: the state before each step and at the end, and the
// steps.
struct Observation {
  std::vector<std::string> lines;
  std::vector<Choice> choices;
  bool operator==(const Observation&) const = default;
};

inline void PrintTo(const Observation& observation, std::ostream* out) {
  for (const std::string& line : observation.lines) *out << line << "\n";
}

class ProgramContract : public ::testing::TestWithParam<NamedProgram> {
 protected:
  // The number of random schedules for each test. One test uses a quarter of them, but at least
  // one.
  static constexpr std::uint32_t schedules = is_sanitized ? 4 : 20;
  static constexpr std::size_t longest = 300;  // in steps, because executions may not terminate

  // Chooses the next step among the enabled ones.
  using Picker = std::function<std::optional<Choice>(std::span<const Choice>)>;

  [[nodiscard]] static Picker at_random(std::uint32_t seed);
  [[nodiscard]] static Picker as_before(const std::vector<Choice>& choices);
  // Runs the program, and calls `look` before each step and at the end.
  static void run(Program& program, const Picker& pick, const std::function<void()>& look);
  // Restarts the program, runs it and returns what was observed.
  [[nodiscard]] static Observation observe(Program& program, const Picker& pick);
};

// Returns the event as text without ids, so that equal events of different
// explorations have equal texts.
[[nodiscard]] std::string to_text(Program& program, const Event& event);
[[nodiscard]] std::string state_of(Program& program);

}  // namespace mazurka
