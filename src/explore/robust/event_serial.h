// Event-serial executions: the events of the environment do not overlap.
//
// A step of an event is made only where the event that made the last step cannot continue. While an
// event runs, the messages of other events are set aside (focused_program.h). Tasks that belong to
// no event may make steps at any time.
//   Paper    [Robustness17] Section 4, Definition 2.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "core/execution.h"
#include "explore/explorer.h"
#include "explore/robust/focused_program.h"
#include "explore/robust/outcome.h"

namespace mazurka {

// Returns whether the events can be ordered so that each comes after all events that have a step in
// its causal past.
[[nodiscard]] bool can_order_events(const Execution& execution, const EventTree& tree);

// Returns an event-serial execution with the same trace, or none if there is no such execution
// among the candidates: at most one is tried. REQUIRES: the execution is maximal.
[[nodiscard]] std::optional<std::vector<Choice>> serialised(const Execution& execution,
                                                            FocusedProgram& program);

struct EventSerialSearch {
  // The outcomes of event-serial executions that were found, each with an execution that has it.
  std::map<Outcome, std::vector<Choice>> outcomes;
  std::uint64_t steps = 0;
  bool is_complete = true;  // false: a bound stopped the search
};

// Searches the event-serial executions until all outcomes in `wanted` are found. Executions that
// lead to the same state are merged.
[[nodiscard]] EventSerialSearch search_event_serial(FocusedProgram& program,
                                                    const std::set<Outcome>& wanted,
                                                    const ExploreOptions& options);

}  // namespace mazurka
