// The sequential search for violations of robustness. It only runs events, and the tasks of an
// event, one after the other, with one action delayed.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "explore/robust/event_tree.h"
#include "explore/summary.h"
#include "program/program.h"

namespace mazurka {

// A conflict that contradicts robustness, with an execution of the program that shows it.
struct SequentialViolation {
  TaskId event;                 // determinism: the event; serialisability: none
  std::vector<TaskId> before;   // the events that ran before it, in this order
  std::vector<Choice> choices;  // the execution, from its start to its end
  std::vector<TaskId> alike;    // determinism: events with the same code and the same arguments
};

struct SequentialOptions {
  double timeout_seconds = 0;  // 0: no bound
  std::uint64_t max_runs = 0;  // 0: no bound
  const std::atomic<bool>* interrupted = nullptr;
  std::function<void(const Summary&)> progress;  // called now and then with the counts so far
};

struct SequentialResult {
  std::vector<TaskId> events;                    // of the program
  std::map<TaskId, std::string> names;           // of the events
  std::vector<SequentialViolation> determinism;  // at most one per kind of event
  std::optional<SequentialViolation> serialisability;
  bool examined_serialisability = false;  // only if all events are deterministic
  // Where a message of the main handler stopped for good, if one did. Then the search is not exact:
  // such a message keeps the main handler busy, so events cannot be completed one after the other.
  std::optional<LocationId> stopped_message;
  // Where the environment waits to send an event in every run that has come so far, if it does. If
  // there are violations, executions that are not serial may send it.
  std::optional<LocationId> unsent;
  std::uint64_t runs = 0;
  std::uint64_t steps = 0;
  Bound bound = Bound::none;  // what stopped the search, if anything
};

// Runs the search. Throws UserError if the program uses something that the paper's language does
// not have. `tree` knows the main handler.
[[nodiscard]] SequentialResult search_sequentially(Program& program, const EventTree& tree,
                                                   const SequentialOptions& options);

}  // namespace mazurka
