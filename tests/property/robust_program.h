// Random programs of the language of the robustness paper: events for the main handler, tasks that
// read and write variables and create other tasks, on the main handler or in the background.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace mazurka::property {

struct Procedure {
  bool on_main = false;            // a message of the main handler, else a spawned thread
  std::vector<std::string> lines;  // each a statement of its own
};

// Procedure i creates only procedures of higher numbers, so every program ends.
struct RobustProgram {
  int variables = 2;
  std::vector<int> events;  // procedures that the environment posts
  std::vector<Procedure> procedures;
};

// The same program for the same seed, on every platform.
[[nodiscard]] RobustProgram random_robust_program(std::uint64_t seed);
[[nodiscard]] std::string to_source(const RobustProgram& program);

// A smaller one for which `still_fails` holds too. REQUIRES: still_fails(program).
[[nodiscard]] RobustProgram shrink(RobustProgram program,
                                   const std::function<bool(const RobustProgram&)>& still_fails);

}  // namespace mazurka::property
