// The result of an exploration: errors, counts, and why it ended.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "check/finding.h"
#include "core/not_covered.h"
#include "core/schedule.h"
#include "core/shared_vector.h"
#include "core/step.h"
#include "core/step_origin.h"
#include "core/trace_key.h"

namespace mazurka {

// One event of an erroneous execution, ready to be shown.
struct ShownEvent {
  Position position = 0;
  TaskId task;
  std::string text;             // "x = 3"
  LocationId location;          //
  std::string place;            // "file:line:column"
  StepOrigin origin = {};       // whose code made it; the user's, if origins were not requested
  std::vector<Position> after;  // its direct predecessors in happens-before, without program order
  bool operator==(const ShownEvent&) const = default;
};

struct ShownTask {
  TaskId task;
  std::string name;         // "ui/bid(2)"
  std::string handler;      // "ui"; "" for a thread
  std::string ends;         // "" if it has ended, else what it waits for: "waits: lock(B)"
  bool in_mailbox = false;  // a message that was never started
};

// An operation that a task waits to execute, and the event that disabled it.
struct PutOff {
  Position by = 0;
  TaskId task;
  std::string text;  // "lock(B)"
};

// The step after which an error could not be avoided any more.
struct Decision {
  enum class Kind : std::uint8_t {
    step,       // after this step every continuation has the error; before it, one does not
    at_latest,  // after this step every continuation has the error; before it, that is not known
    always,     // every execution has the error
  };
  Kind kind = Kind::step;
  Position step = 0;                // no meaning if the kind is `always`
  TaskId other;                     // the task that could have avoided the error before the step
  std::string instead;              // the operation by which it could: "balance = 150"
  std::uint64_t continuations = 0;  // how many were run after the step, one per trace
};

// The result of the search for a simpler counterexample.
struct Shortening {
  Position steps_before = 0;
  std::uint32_t switches_before = 0;  // task switches in the original execution
  std::uint32_t switches = 0;         // task switches in the simpler one
  bool is_complete = true;            // false: the budget ended the search
};

// Another place of an error: of a data race, two more accesses to the same variable.
struct OtherPlace {
  std::uint32_t execution = 0;      // the one that shows it, in Counterexample::other_executions
  std::vector<Position> events;     // of that execution, that show it
  std::vector<std::string> places;  // of these events, "file:line:column"
};

// An error with the execution that shows it.
struct Counterexample {
  Finding finding;
  std::string identity;             // Finding::identity(), with places instead of their ids
  std::string place;                // of the finding, "file:line:column"
  std::string task_name;            // of the finding, or empty
  std::vector<ShownTask> tasks;     // in the order of their first event
  SharedVector<ShownEvent> events;  // the whole execution
  SharedVector<std::pair<Position, Position>>
      races;  // conflicting events that could run in the other order
  // The race whose reversal led the exploration here, in the order of this execution. None in the
  // first execution, in a replay, and if no single race explains it.
  std::optional<std::pair<Position, Position>> reversal;
  // Set if the event that came first in the previous execution is not executed at all in this one:
  // its task waits at the end.
  std::optional<PutOff> put_off;
  SharedVector<Choice> choices;          // the schedule, in ids of the exploration
  std::optional<Shortening> shortening;  // none: not tried
  std::optional<Decision> decision;      // none: not searched for, or not found
  Schedule schedule;
  TraceKey order = {};  // of the trace that shows it (counterexample/trace_order.h)
  // Data races on one variable are one error. These are the further ones, one for each pair of
  // locations, with the schedules of executions that show them. A variable can have very many, so
  // not all of them are kept.
  static constexpr std::size_t most_others = 1000;
  std::vector<OtherPlace> others = {};
  std::uint64_t others_left_out = 0;
  std::vector<std::vector<Choice>> other_executions = {};
};

// Why the exploration ended early.
enum class Bound : std::uint8_t {
  none,
  executions,
  timeout,
  steps,
  interrupt,
  depth,   // everything was explored except what follows a call that was too deep (--max-depth)
  unroll,  // everything was explored except what follows a loop that was cut (--unroll)
  search,  // a search inside the algorithm was given up, so executions may be missing
  preemptions,  // only executions with few preemptions were explored (--preemptions)
  sample,       // only a number of random executions was run (--random)
  memory,       // the exploring process used too much memory (--max-memory)
  killed,       // the exploring process ended for a reason that is not in the program
  published,    // the published Event-DPOR was run to its end: it can miss traces
  learned,      // the program learned something: start again (explore_anew() never returns this)
};

// An estimate of the total number of executions. It is an extrapolation: it assumes that the
// unexplored part of the search tree is like the explored part.
struct Estimate {
  double executions = 0;
  double least = 0;  // a lower bound: executions so far, and branches that lead to new ones
};

struct Summary {
  std::string algorithm;
  std::uint64_t executions = 0;         // complete, or ended in an error other than a deadlock
  std::uint64_t assume_blocked = 0;     //
  std::uint64_t given_up = 0;           // tasks only wait for time or try again (Ending::given_up)
  std::uint64_t cut = 0;                // blocked because a loop ran too long (--unroll)
  std::uint64_t too_deep = 0;           // blocked because calls were too deep (--max-depth)
  std::string too_deep_at;              // where the first such call is: "file:line:column"
  std::uint64_t cut_by_fairness = 0;    // executions of any kind that skip rounds of a loop that
                                        // waits (Ending::cut_by_fairness)
  std::string cut_by_fairness_at;       // where the first such loop is: "file:line:column"
  std::uint64_t deadlocks = 0;          //
  std::uint64_t sleep_set_blocked = 0;  // redundant executions
  std::uint64_t sampled = 0;            // random executions in between, counted nowhere else
  std::optional<std::uint64_t> distinct_traces;  // --count-traces
  std::uint64_t events = 0;                      // executed, replayed prefixes included
  std::uint64_t transitions = 0;                 // edges of the search tree: each prefix once
  double seconds = 0;
  std::uint64_t peak_memory_kib = 0;
  Bound bound = Bound::none;
  bool stopped_at_error = false;  // the rest is unexplored
  std::vector<Counterexample> errors;
  // The estimates at 1, 2, 4, 8 … executions, with the number of executions.
  std::vector<std::pair<std::uint64_t, double>> earlier_estimates;
  std::optional<Estimate> estimate;     // if ExploreOptions::estimates, until all is explored
  std::uint64_t error_executions = 0;   // executions with a finding, deadlocks included
  std::vector<std::string> notes;       // sentences that qualify the result
  std::vector<std::string> warnings;    // unsupported calls, and problems of the algorithm
  std::vector<NotCovered> not_covered;  // besides what `bound` leaves out
  // Internal statistics, in the order in which they are shown.
  std::vector<std::pair<std::string, std::uint64_t>> statistics;

  [[nodiscard]] std::uint64_t maximal_executions() const {
    return executions + assume_blocked + given_up + cut + too_deep + deadlocks;
  }
};

}  // namespace mazurka
