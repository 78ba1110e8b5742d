// Reads the counts that the comments of this repository's models promise.
//
// A line `// traces -D N=6: 720` defines a separate case of the model with N = 6. All lines with
// the same definitions belong to one case. models/README.md describes the format.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "program/model/model.h"

namespace mazurka::litmus {

struct Expectation {
  std::string name;  // name of the test: the model and the definitions
  std::string file;  // relative to the root of the repository
  std::string source;
  std::vector<model::Define> defines;

  // nullopt if the comment does not say.
  std::optional<std::uint64_t> traces;
  std::optional<std::uint64_t> traces_as_locks;
  // By the default relation; the two above are by that of the papers.
  std::optional<std::uint64_t> traces_by_effect;
  std::optional<std::uint64_t> traces_by_effect_as_locks;
  // The distinct traces, or the distinct final states, that EM-DPOR visits, which need not be all.
  std::optional<std::uint64_t> em;
  std::optional<std::uint64_t> em_states;
  // How many of the `traces` end in this way.
  std::uint64_t deadlocks = 0;
  std::uint64_t blocked = 0;
  std::uint64_t errors = 0;
  bool too_large_for_brute_force = false;  // `// brute force: no`
};

// Returns all cases, sorted by name. Throws std::runtime_error if a comment promises nothing or is
// malformed.
[[nodiscard]] std::vector<Expectation> expectations_in(const std::string& folder);

// Returns what the comment of the model `name` promises.
[[nodiscard]] std::vector<Expectation> read_expectations(const std::string& name,
                                                         const std::string& source);

}  // namespace mazurka::litmus
