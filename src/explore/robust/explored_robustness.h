// Robustness by exploration: computes the conflict graphs and the outcome of every trace.
//   Paper  [Robustness17] Section 5. Exact for the conflict-based notions. The comparison of
//          outcomes goes beyond the paper.
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

// An event that has an inversion: by its conflicts, its tasks need not have the effect that they
// have one after the other. Invariant: the events before it have no inversion, so it begins in a
// state that the single-thread semantics reaches, too.
struct InvertedEvent {
  TaskId event;
  std::vector<TaskId> before;  // the events that have a path to it, in serial order
  Outcome outcome;             // of these events and the event itself
  Choices choices;             // the whole execution
};

struct ExploredRobustness {
  Summary summary;  // of the exploration
  std::vector<TaskId> events;
  std::map<TaskId, std::string> names;  // of the events
  // The outcomes of executions, each with an execution that has it.
  std::map<Outcome, Choices> serial;  // of serialisable executions
  std::map<Outcome, Choices> cyclic;  // of executions that are not serialisable
  std::vector<InvertedEvent> inverted;
  // Operations of events that the paper's language does not have (joins, awaits, posts to other
  // handlers): a description of the first of each kind.
  std::vector<std::string> foreign;
  std::optional<Choices> outside;  // an execution that has an outside_conflict()
};

// Returns the events that could have run before `event`, in serial order: those that have no path
// from `event`, and that have no inversion themselves or in an event with a path to them.
[[nodiscard]] std::vector<EventPast> possible_predecessors(TaskId event, const Execution& execution,
                                                           const EventTree& tree);

[[nodiscard]] ExploredRobustness explore_robustness(Program& program, const EventTree& tree,
                                                    ExploreOptions options);

}  // namespace mazurka
