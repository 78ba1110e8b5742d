// The models of this repository with the counts that their comments promise.
//
// A line `// traces -D N=6: 720` makes a case of its own of the model with N = 6; lines with the
// same definitions belong to the same case. The form of the lines is in models/README.md.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "program/model/model.h"

namespace mazurka::litmus {

struct Expectation {
  std::string name;  // of the test: the model's, with the definitions
  std::string file;  // from the root of the repository
  std::string source;
  std::vector<model::Define> defines;

  // None: the comment does not say.
  std::optional<std::uint64_t> traces;
  std::optional<std::uint64_t> traces_as_locks;
  // The distinct traces, or the distinct final states, that EM-DPOR visits, which need not be all.
  std::optional<std::uint64_t> em;
  std::optional<std::uint64_t> em_states;
  // Of `traces`.
  std::uint64_t deadlocks = 0;
  std::uint64_t blocked = 0;
  std::uint64_t errors = 0;
  bool too_large_for_brute_force = false;  // `// brute force: no`
};

// Sorted by name. Throws std::runtime_error where a comment promises nothing or cannot be read.
[[nodiscard]] std::vector<Expectation> expectations_in(const std::string& folder);

// What the comment of one model promises; `name` is the model's.
[[nodiscard]] std::vector<Expectation> read_expectations(const std::string& name,
                                                         const std::string& source);

}  // namespace mazurka::litmus
