// Robustness by exploration: the conflict graphs of every trace, and what each of them leaves
// behind.
//   Paper  [Robustness17] Section 5. Exact for the notions by conflicts; by states beyond the
//          paper.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "explore/explorer.h"
#include "explore/robust/event_serialisability.h"
#include "explore/robust/event_tree.h"
#include "explore/robust/outcome.h"
#include "program/program.h"

namespace mazurka {

using Choices = std::vector<Choice>;

// An event whose tasks do not give what they give one after the other, as it seems by conflicts.
// The events before it in the execution do: so it begins in a state that the single-thread
// semantics reaches too.
struct InvertedEvent {
  TaskId event;
  std::vector<TaskId> before;  // those that have a path to it, in serial order
  Outcome outcome;             // when it is done, after those before it
  Choices choices;             // the whole execution
};

struct ExploredRobustness {
  Summary summary;  // of the exploration
  std::vector<TaskId> events;
  std::map<TaskId, std::string> names;  // of the events
  // What executions leave behind, each with one of them.
  std::map<Outcome, Choices> serial;  // of serialisable ones
  std::map<Outcome, Choices> cyclic;  // of the others
  std::vector<InvertedEvent> inverted;
  // What events do that the paper's language has not (joins, awaits, other handlers), the first of
  // each kind, in words.
  std::vector<std::string> foreign;
  std::optional<Choices> outside;  // an execution in which a task outside of all events takes part
};

// The events that could have run before `event`: those without a path from it which, like all that
// have a path to them, do what the single-thread semantics does. In serial order.
[[nodiscard]] std::vector<EventPast> possible_predecessors(TaskId event, const Execution& execution,
                                                           const EventTree& tree);

[[nodiscard]] ExploredRobustness explore_robustness(Program& program, const EventTree& tree,
                                                    ExploreOptions options);

}  // namespace mazurka
