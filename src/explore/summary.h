// What an exploration found and counted.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "check/finding.h"
#include "core/schedule.h"
#include "core/step.h"
#include "core/step_origin.h"

namespace mazurka {

// One event of an erroneous execution, ready to be shown.
struct ShownEvent {
  Position position = 0;
  TaskId task;
  std::string text;             // "x = 3"
  LocationId location;          //
  std::string place;            // "file:line:column"
  StepOrigin origin = {};       // own, if nobody has asked
  std::vector<Position> after;  // its direct predecessors in happens-before, program order left out
};

struct ShownTask {
  TaskId task;
  std::string name;         // "ui/bid(2)"
  std::string handler;      // "ui"; "" of a thread
  std::string ends;         // "" if it has ended, else what it waits for: "waits: lock(B)"
  bool in_mailbox = false;  // a message that was never started
};

// What a task would do next, but for an event: after it, the task waits.
struct PutOff {
  Position by = 0;
  TaskId task;
  std::string text;  // "lock(B)"
};

// After which step an error could not be avoided any more.
struct Decision {
  enum class Kind : std::uint8_t {
    step,       // after this step every continuation has the error; before it, one has not
    at_latest,  // the same, but whether the steps before could still avoid it is not known
    always,     // every execution has the error
  };
  Kind kind = Kind::step;
  Position step = 0;                // not if every execution has it
  TaskId other;                     // who could still have avoided it …
  std::string instead;              // … by this: "balance = 150"
  std::uint64_t continuations = 0;  // that were run from there on, one per trace
};

// What was tried to make a counterexample simpler.
struct Shortening {
  Position steps_before = 0;
  std::uint32_t switches_before = 0;  // how often another task went on
  std::uint32_t switches = 0;         // the same now
  bool is_complete = true;            // false: the budget ended the search
};

// An error with the execution that shows it.
struct Counterexample {
  Finding finding;
  std::string place;               // of the finding, "file:line:column"
  std::string task_name;           // of the finding, or empty
  std::vector<ShownTask> tasks;    // in the order of their first event
  std::vector<ShownEvent> events;  // the whole execution
  std::vector<std::pair<Position, Position>>
      races;  // conflicting events that could go the other way
  // The race by whose reversal the exploration came here, in the order that it has here. None in
  // the first execution, in a replay, and where no single race tells.
  std::optional<std::pair<Position, Position>> reversal;
  // The same if what came first in the execution before does not come at all here.
  std::optional<PutOff> put_off;
  std::vector<Choice> choices;           // the same as the schedule, in ids of the exploration
  std::optional<Shortening> shortening;  // none: not tried
  std::optional<Decision> decision;      // none: not looked for, or not found
  Schedule schedule;
};

// Why the exploration ended early.
enum class Bound : std::uint8_t {
  none,
  executions,
  timeout,
  steps,
  interrupt,
  unroll,  // everything was explored but what follows a loop that was cut (--unroll)
  search,  // everything was explored but what a search, given up for its size, would have found
  preemptions,  // everything was explored that needs no more preemptions (--preemptions)
  sample,       // a number of random executions is no exploration (--random)
  learned,      // the program knows more now: start again (never in what explore_anew() returns)
};

// How many executions there will have been in the end, judged by those so far. An extrapolation:
// what is not explored yet is taken to be like what is.
struct Estimate {
  double executions = 0;
  double least = 0;  // it cannot be fewer: explored, or known to lead to new executions
};

struct Summary {
  std::string algorithm;
  std::uint64_t executions = 0;         // complete, or ended in an error other than a deadlock
  std::uint64_t assume_blocked = 0;     //
  std::uint64_t given_up = 0;           // tasks only wait for time or try again (Ending::given_up)
  std::uint64_t cut = 0;                // blocked because a loop went on for too long (--unroll)
  std::uint64_t deadlocks = 0;          //
  std::uint64_t sleep_set_blocked = 0;  // begun in vain
  std::optional<std::uint64_t> distinct_traces;  // --count-traces
  std::uint64_t events = 0;                      // executed, replayed prefixes included
  std::uint64_t transitions = 0;                 // edges of the search tree: each prefix once
  double seconds = 0;
  std::uint64_t peak_memory_kib = 0;
  Bound bound = Bound::none;
  bool stopped_at_error = false;  // without --keep-going: the rest is unexplored
  std::vector<Counterexample> errors;
  // The estimates at 1, 2, 4, 8 … executions, with the number of executions.
  std::vector<std::pair<std::uint64_t, double>> earlier_estimates;
  std::optional<Estimate> estimate;    // if somebody wants it, and while something is left
  std::uint64_t error_executions = 0;  // executions with a finding, deadlocks included
  std::vector<std::string> notes;      // what to know about the result, each a sentence
  std::vector<std::string> warnings;   // calls that are not supported (Presentation::add_warnings)
  // Counts of the inner workings, in the order in which they are shown.
  std::vector<std::pair<std::string, std::uint64_t>> statistics;

  [[nodiscard]] std::uint64_t maximal_executions() const {
    return executions + assume_blocked + given_up + cut + deadlocks;
  }
};

}  // namespace mazurka
