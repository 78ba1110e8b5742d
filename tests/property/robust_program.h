// Random programs in the language of the robustness paper: events for the main handler, and tasks
// that read and write variables and create other tasks, on the main handler or in the background.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace mazurka::property {

struct Procedure {
  bool on_main = false;            // a message of the main handler; otherwise a spawned thread
  std::vector<std::string> lines;  // one statement each
};

// Procedure i creates only procedures with higher numbers, so every program terminates.
struct RobustProgram {
  int variables = 2;
  std::vector<int> events;  // procedures that the environment posts
  std::vector<Procedure> procedures;
};

// Returns the same program for the same seed on every platform.
[[nodiscard]] RobustProgram random_robust_program(std::uint64_t seed);
[[nodiscard]] std::string to_source(const RobustProgram& program);

// Returns a smaller program for which `still_fails` also holds. REQUIRES: still_fails(program).
[[nodiscard]] RobustProgram shrink(RobustProgram program,
                                   const std::function<bool(const RobustProgram&)>& still_fails);

}  // namespace mazurka::property
