// The table of algorithms: their names, their properties, and how to make them.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "explore/algorithm.h"
#include "explore/algorithm/em/em_dpor.h"
#include "explore/algorithm/event_dpor.h"
#include "explore/algorithm/event_paper/event_paper.h"
#include "explore/algorithm/naive.h"
#include "explore/algorithm/random.h"
#include "explore/algorithm/task_order.h"

namespace mazurka {

enum class AlgorithmName : std::uint8_t { naive, dpor, source, optimal, event, event_paper, em };

struct AlgorithmOptions {
  std::uint64_t order_seed = 0;                     // 0: the natural order of the free choices
  TaskOrder task_order = TaskOrder::running_first;  // of `source` and `dpor`, if order_seed is 0
  bool sleep_sets = true;                           // of `dpor`
  bool idle_tasks_cover = false;                    // of `source` (source_dpor.cpp)
  NaiveOptions naive = {};
  EventDporOptions event = {};
  EventPaperOptions event_paper = {};
  EmDporChoices em = {};
  RandomOptions random = {};  // if random.executions is not 0, replaces the exploration
};

// Returns the algorithm of this name, even if another one suits the program better.
[[nodiscard]] std::unique_ptr<Algorithm> make_algorithm(AlgorithmName name,
                                                        const AlgorithmOptions& options);

// Returns the algorithm to use for this program if the user wants `wanted`. For programs without
// handlers, this replaces Event-DPOR by Optimal-DPOR, which explores the same traces faster.
[[nodiscard]] AlgorithmName fit_for(Program& program, AlgorithmName wanted);
[[nodiscard]] std::unique_ptr<Algorithm> make_algorithm_for(Program& program, AlgorithmName wanted,
                                                            const AlgorithmOptions& options);

[[nodiscard]] std::string_view name_of(AlgorithmName name);
[[nodiscard]] std::optional<AlgorithmName> algorithm_named(std::string_view name);
[[nodiscard]] std::vector<std::string_view> algorithm_names();  // for help texts

}  // namespace mazurka
