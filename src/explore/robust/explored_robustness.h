// Robustness by exploration: computes the conflict graphs and the outcome of every trace.
//   Paper  [Robustness17] Section 5. Exact for the conflict-based notions. The comparison of
//          outcomes goes beyond the paper.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "explore/explorer.h"
#include "explore/robust/event_serialisability.h"
#include "explore/robust/focused_program.h"
#include "explore/robust/outcome.h"

namespace mazurka {

using Choices = std::vector<Choice>;

// What several workers have explored and kept.
struct KeptExecutions {
  Summary summary;
  std::vector<std::string> schedules;  // core/portable_schedule.h
};

struct ExploredRobustness {
  Summary summary;  // of the exploration
  std::vector<TaskId> events;
  std::map<TaskId, std::string> names;  // of the events
  // The outcomes of executions, each with an execution that has it.
  std::map<Outcome, Choices> serial;   // of event-serial executions
  std::map<Outcome, Choices> cyclic;   // of executions that are not serialisable by conflicts
  std::map<Outcome, Choices> acyclic;  // of all other executions
  // Whether `serial` has all outcomes of event-serial executions that are outcomes of executions.
  // If not, a bound stopped the search for them.
  bool knows_all_serial = true;
  // Whether some task can wait for something else than its turn, or stops on a handler.
  bool can_wait = false;
  // The events that have an inversion in some execution, each with such an execution.
  std::map<TaskId, Choices> inverted;
  std::set<ObjectId> reads;  // the variables that some task reads
  // Operations of events that the paper's language does not have (joins, awaits, posts to other
  // handlers): a description of the first of each kind.
  std::vector<std::string> foreign;
  std::optional<Choices> outside;  // an execution that has an outside_conflict()
};

[[nodiscard]] ExploredRobustness explore_robustness(FocusedProgram& program,
                                                    ExploreOptions options);

// --- If several processes share the exploration ---

// Each of them keeps the executions that show it something new: an outcome, an inversion, another
// kind of operation. To judge all of these is to judge all executions.
using KeepExecution = std::function<void(const Execution&)>;
// Explores as one of several workers (frontier/frontier.h).
[[nodiscard]] Summary explore_and_keep(FocusedProgram& program, Algorithm& algorithm,
                                       ExploreOptions options, const KeepExecution& keep);
// Judges the executions that the workers have kept. `summary` is that of the whole exploration.
[[nodiscard]] ExploredRobustness judge_kept(FocusedProgram& program, const KeptExecutions& kept,
                                            const ExploreOptions& options);

}  // namespace mazurka
