// The one table of algorithms: what they are called, what they work with, how they are made.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "explore/algorithm.h"
#include "explore/algorithm/em/em_dpor.h"
#include "explore/algorithm/event_dpor.h"
#include "explore/algorithm/naive.h"
#include "explore/algorithm/random.h"

namespace mazurka {

enum class AlgorithmName : std::uint8_t { naive, dpor, source, optimal, event, em };

struct AlgorithmOptions {
  std::uint64_t order_seed = 0;  // 0: the natural order of the free choices
  NaiveOptions naive = {};
  EventDporOptions event = {};
  EmDporChoices em = {};
  RandomOptions random = {};  // if it has executions, they are run instead of any algorithm
};

// Returns the algorithm of this name, whatever the program.
[[nodiscard]] std::unique_ptr<Algorithm> make_algorithm(AlgorithmName name,
                                                        const AlgorithmOptions& options);

// Returns the algorithm that explores this program best when `wanted` is asked for: without
// handlers, Event-DPOR has nothing to add to Optimal-DPOR, which is faster.
[[nodiscard]] AlgorithmName fit_for(Program& program, AlgorithmName wanted);
[[nodiscard]] std::unique_ptr<Algorithm> make_algorithm_for(Program& program, AlgorithmName wanted,
                                                            const AlgorithmOptions& options);

[[nodiscard]] std::string_view name_of(AlgorithmName name);
[[nodiscard]] std::optional<AlgorithmName> algorithm_named(std::string_view name);
[[nodiscard]] std::vector<std::string_view> algorithm_names();  // for help texts

}  // namespace mazurka
