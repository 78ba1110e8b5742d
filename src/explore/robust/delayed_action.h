// What a sequential run with one delayed action shows: whether its last event continues a path of
// conflicts from the delayed event, whether it closes a cycle, and whether the run is a reordering
// of an execution.
//   Paper   [Robustness17] Section 7, Figure 10.
//   Words   reached = the objects accessed by events that have a path of conflicts from the delayed
//           event (its exit points, and the entry and exit points of those after it); tainted =
//           the objects accessed by steps that depend on the incomplete message of the main handler
//           (rdSetGlobal, wrSetGlobal).
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "explore/robust/event_tree.h"
#include "explore/robust/sequential_states.h"

namespace mazurka::sequential {

struct DelayedRun {
  std::span<const Event> steps;
  std::size_t delayed;              // where the delayed event begins
  std::size_t last;                 // where the last event begins
  const Event& pivot;               // the delayed action
  const std::vector<TaskId>& path;  // the events of the run; the delayed one is among them
};

struct Attempt {
  bool valid = false;
  bool closes = false;     // the last event conflicts with the pivot
  bool continues = false;  // the last event has a path from the delayed event
  bool is_later = false;   // the last event was posted after the delayed event began
  Footprint reached;
  Footprint tainted;
  std::vector<bool> is_tainted;  // by step
};

[[nodiscard]] Attempt judge_attempt(const DelayedRun& run, const Registry& registry,
                                    const EventTree& tree);

// Returns a tainted message of the main handler other than the incomplete one, if there is one. It
// would have to come after the incomplete one, which cannot end before the pivot.
[[nodiscard]] std::optional<TaskId> tainted_message(const Attempt& attempt,
                                                    std::span<const Event> steps,
                                                    const Event& pivot, const EventTree& tree);

}  // namespace mazurka::sequential
