// Determinism of events: runs each event alone, in every state that the single-thread semantics
// reaches before it, and compares all its executions with the single-thread one.
//
// The single-thread semantics is a sequence of blocks. A block is one step of a task that belongs
// to no event, or an event that runs alone (focused_program.h) as far as it can: the next step is
// made by the first task, in the depth-first order of the call tree, that can make one.
//   Paper    [Robustness17] Sections 3.3, 4 (Definition 3) and 5.2 (Definition 5).
//   Differs  The paper starts an event in any global state. Here it starts in states that the
//            single-thread semantics reaches with other events of the program before it. Tasks that
//            never end are part of a state.
#pragma once

#include <optional>
#include <set>
#include <vector>

#include "explore/explorer.h"
#include "explore/robust/focused_program.h"
#include "explore/robust/outcome.h"

namespace mazurka {

using Choices = std::vector<Choice>;

// An execution of one event alone, and what the single-thread semantics does in its place. Both
// begin with the same steps of the environment and of other events.
struct AloneCase {
  TaskId event;
  std::vector<TaskId> before;  // the events that ran before it, in this order
  Choices concurrent;
  Choices serial;
  bool is_inverted = false;  // by conflicts: the execution has an inversion
  bool differs = false;      // by states: the two end in different states
};

struct AloneVerdict {
  TaskId event;
  std::optional<AloneCase> inverted;  // one that does not differ
  std::optional<AloneCase> differs;
};

struct AloneResult {
  std::vector<AloneVerdict> events;  // one for each event that was examined and can start
  std::uint64_t executions = 0;
  std::uint64_t steps = 0;
  Bound bound = Bound::none;
};

struct AloneOptions {
  std::set<TaskId> wanted;   // the events to examine; empty: all
  std::set<ObjectId> reads;  // variables that are known to be read; others are found on the way
  ExploreOptions explore;    // bounds, progress
};

// Examines events alone.
[[nodiscard]] AloneResult run_events_alone(FocusedProgram& program, const AloneOptions& options);

// Continues the present run with the event as the single-thread semantics does. The choices of
// tasks take the values that they have in `like`, if they can, and otherwise the first value.
void continue_serially(FocusedProgram& program, TaskId event, const Choices& like);

// Returns the case that an execution shows for the event: its steps before the first one of the
// event, then those of the event. None if the event has no step, or cannot make its steps without
// those of other events in between.
[[nodiscard]] std::optional<AloneCase> alone_case(FocusedProgram& program, TaskId event,
                                                  const Choices& execution);

}  // namespace mazurka
