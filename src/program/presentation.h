// How reports show a program: names, locations, call stacks, and notes about the result.
//
// All functions but describe() have a default for programs that have nothing to add.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/describer.h"
#include "core/not_covered.h"
#include "core/step.h"
#include "core/step_origin.h"

namespace mazurka {

class Presentation : public Describer {
 public:
  // Switches caller locations on or off. From the next restart() on, the locations of events, of
  // pending operations and of failures are those where the user's code called a library, not those
  // inside the library, and tasks have the names that the user gave them. This takes time, so it is
  // meant for executions that are reported. Returns false if the program has no caller locations.
  // Both kinds of locations have different ids, so events that were recorded with one kind cannot
  // be replayed with the other.
  virtual bool show_caller_locations(bool /*on*/) { return false; }
  // Returns whose code makes an event at this location. REQUIRES: caller locations are shown.
  [[nodiscard]] virtual StepOrigin origin_of(LocationId /*location*/) const { return {}; }

  // Returns the call stacks of the wanted events of the execution with this schedule, innermost
  // call first: "increment (a.cpp:9)". Restarts the program and makes the first `steps` steps of
  // the schedule. The event after these may be wanted, too. Returns an empty list if the program
  // does not record calls.
  [[nodiscard]] virtual std::vector<std::vector<std::string>> calls_of(
      std::span<const Position> /*wanted*/, std::span<const Choice> /*schedule*/,
      std::size_t /*steps*/) {
    return {};
  }

  // Appends sentences that qualify the result.
  virtual void add_notes(std::vector<std::string>& /*notes*/) {}
  // Appends a warning for each unsupported function that the program called: "a.c:7: fork is not
  // supported …".
  virtual void add_warnings(std::vector<std::string>& /*warnings*/) {}

  // Appends what the executions so far do not cover: code without instrumentation, calls that were
  // refused or are not controlled, accesses whose memory order is not explored.
  virtual void add_not_covered(std::vector<NotCovered>& /*list*/) {}

  // Appends numbers that describe the program, for --stats.
  virtual void add_statistics(
      std::vector<std::pair<std::string, std::uint64_t>>& /*statistics*/) const {}

  // Returns whether every access to shared objects is an event. A native program may contain code
  // without hooks, which accesses memory without an event.
  [[nodiscard]] virtual bool shows_all_accesses() const { return true; }
  // Returns the last call in the current execution whose result comes from outside of the program
  // ("read (a.c:9)"), or an empty string if there was none.
  [[nodiscard]] virtual std::string last_outside_call() const { return {}; }

  // Discards what the program prints from now on. Used by a replay that runs the program again to
  // compare executions.
  virtual void silence() {}
  // While it is on, a native program that computes for long without an event is given up sooner.
  // Used for executions that are only attempts, or that have run before.
  virtual void hurry(bool /*on*/) {}
};

}  // namespace mazurka
