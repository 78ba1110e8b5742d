// Compares both methods of checking robustness with the definitions, on random programs.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace mazurka::property {

struct RobustCount {
  std::uint64_t programs = 0;
  std::uint64_t undecided = 0;  // too many interleavings for brute force
  std::uint64_t not_serialisable = 0;
  std::uint64_t not_deterministic = 0;  // programs with a nondeterministic event
  std::uint64_t benign = 0;             // programs with conflicts that have no effect
  std::uint64_t emitted = 0;            // programs whose sequential model was judged
  std::string failure;                  // empty, or the seed, the complaint, the shrunk program
};

// Returns an empty text if there is no difference. Adds the verdicts to `count`.
[[nodiscard]] std::string judge_robustness(const std::string& source, RobustCount& count);

// Mutation tests set `shrinks` to false, because they do not need a shrunk program.
[[nodiscard]] RobustCount run_robust_campaign(std::uint64_t first_seed, std::uint64_t programs,
                                              bool shrinks = true);

// Holds `explore` against the definitions on random programs of a shape (robust_model.h), with a
// brute force that shares no code with it.
[[nodiscard]] RobustCount run_shape_campaign(std::string_view shape, std::uint64_t first_seed,
                                             std::uint64_t programs);

}  // namespace mazurka::property
