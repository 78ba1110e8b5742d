// How a program is shown to people: names, locations, calls, and what to know about the result.
//
// All but describe() have a default, which is right for a program that has no such thing.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/describer.h"
#include "core/step.h"
#include "core/step_origin.h"

namespace mazurka {

class Presentation : public Describer {
 public:
  // From the next restart() on, the locations of events, of pending operations and of failures are
  // those where the author of the program called a library, not those inside the library, and
  // tasks have the names that the author gave. That takes time: it is for executions that somebody
  // will read about. Returns false if there are no other locations. Other locations are other ids,
  // so events that were recorded with one kind of locations cannot be replayed with the other.
  virtual bool show_caller_locations(bool /*on*/) { return false; }
  // Returns whose code makes an event at this location. REQUIRES: caller locations are shown.
  [[nodiscard]] virtual StepOrigin origin_of(LocationId /*location*/) const { return {}; }

  // Returns the calls that led to these events of the execution with this schedule, innermost
  // first: "increment (a.cpp:9)". Runs the program again, to the end of the schedule. Empty if the
  // program knows no calls.
  [[nodiscard]] virtual std::vector<std::vector<std::string>> calls_of(
      std::span<const Position> /*wanted*/, std::span<const Choice> /*schedule*/) {
    return {};
  }

  // Appends what a user should know about the result, each a sentence.
  virtual void add_notes(std::vector<std::string>& /*notes*/) {}
  // Appends what the program called although it is not supported, each once: "a.c:7: fork is not
  // supported …".
  virtual void add_warnings(std::vector<std::string>& /*warnings*/) {}

  // Returns whether every access to what tasks share is an event. Code without hooks may access
  // memory unseen (native).
  [[nodiscard]] virtual bool shows_all_accesses() const { return true; }
  // Returns the last call in the current execution whose result does not come from the program
  // ("read (a.c:9)"); empty if there was none.
  [[nodiscard]] virtual std::string last_outside_call() const { return {}; }

  // From now on, what the program prints is discarded: for a replay that runs it again to compare.
  virtual void silence() {}
  // While it is on, executions are only attempts, or have run before: one that computes for long
  // without an event is given up sooner (native).
  virtual void hurry(bool /*on*/) {}
};

}  // namespace mazurka
