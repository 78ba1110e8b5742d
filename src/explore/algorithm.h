// The interface between the explorer and an algorithm, which decides what execution comes next.
//
// The explorer runs the program from the start, again and again. Each run repeats a prefix of the
// one before, whose length backtrack() returns; pick() decides the steps after it. One exploration
// calls
//
//   begin()                                          once
//   pick(), executed() for each step                 until nothing is enabled or pick() gives up
//   record_trace()                                   if the run is maximal
//   finished(), backtrack()                          then the next run, or the end
//   result()                                         once
//
// An algorithm may also offer the small interfaces below (Resumable, Estimable, Predicting).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/execution.h"
#include "explore/summary.h"
#include "program/program.h"

namespace mazurka {

class Algorithm;
class CheckpointReader;
class CheckpointWriter;

// The fixed properties of an algorithm; algorithms.cpp has the table.
struct AlgorithmFacts {
  // Why pick() gives up a run.
  enum class GivenUp : std::uint8_t {
    redundant,  // the run is sleep-set blocked
    merged,     // intended: the run has reached a state that was explored before
    at_error,   // the run is a recorded schedule, which ends where the error happens
  };

  std::string_view name;
  Relation relation = Relation::events;  // the happens-before relation that it uses
  GivenUp given_up = GivenUp::redundant;
  // The algorithm knows the conflicts of the papers only (ConflictTable::of_papers()).
  bool has_conflicts_of_papers = false;
};

using Statistics = std::vector<std::pair<std::string, std::uint64_t>>;

// What an algorithm reports at the end of an exploration.
struct AlgorithmResult {
  // Why the algorithm skips executions even if nothing stops it; none: it explores all.
  Bound bound = Bound::none;
  bool gave_up_a_search = false;  // a search took too long, so executions may be missing
  Statistics statistics;          // in the order in which they are shown
  // Problems that the user should know about, such as a full disk.
  std::vector<std::string> warnings = {};
};

// An algorithm whose state can be written to a checkpoint. Both functions refer to the moment when
// backtrack() has just returned `kept`. Both throw UserError if a file beside the checkpoint cannot
// be written or read.
class Resumable {
 public:
  // Writes all that is needed to continue, except for the kept events themselves.
  virtual void save(Position kept, CheckpointWriter& to) const = 0;
  // Restores the state in another process. REQUIRES: begin() was called, and the execution consists
  // of the kept events.
  virtual void load(Position kept, CheckpointReader& from) = 0;

 protected:
  ~Resumable() = default;
};

// An algorithm that knows how many branches of the search tree are left to explore.
class Estimable {
 public:
  // Returns how many branches are known to be left at the node before the event at this depth of
  // the current execution.
  [[nodiscard]] virtual std::uint64_t branches_left(Position depth) const = 0;
  // Returns whether each of these branches leads to at least one execution that counts.
  [[nodiscard]] virtual bool branches_are_new() const { return false; }

 protected:
  ~Estimable() = default;
};

// An algorithm that skips executions whose trace it can predict.
class Predicting {
 public:
  // Returns whether a prediction was wrong: the program observes something that its events do not
  // show. The exploration is then unsound so far, and must start again.
  [[nodiscard]] virtual bool prediction_failed() const = 0;
  // Returns the algorithm to start again with, which makes no predictions.
  [[nodiscard]] virtual std::unique_ptr<Algorithm> without_prediction() const = 0;

 protected:
  ~Predicting() = default;
};

class Algorithm {
 public:
  explicit Algorithm(const AlgorithmFacts& facts) : facts_(facts) {}
  virtual ~Algorithm() = default;
  Algorithm(const Algorithm&) = delete;
  Algorithm& operator=(const Algorithm&) = delete;

  [[nodiscard]] const AlgorithmFacts& facts() const { return facts_; }

  // Sets after how many steps the explorer gives up an execution. Called before begin().
  virtual void limit_steps(std::uint64_t /*max_steps*/) {}
  // Called once, before the first run. Both arguments outlive the exploration.
  virtual void begin(Program& program, Execution& execution) = 0;

  // Returns which of the enabled choices runs next; none: this run is given up. `enabled` is not
  // empty. Called for new steps only, not while a prefix is replayed.
  [[nodiscard]] virtual std::optional<Choice> pick(std::span<const Choice> enabled) = 0;
  // Called when the step that was picked has become the last event of the execution.
  virtual void executed() {}

  // Records the trace of the present execution, which is maximal. Returns whether the execution
  // counts. (It does not if its trace was seen before.)
  [[nodiscard]] virtual bool record_trace() { return true; }
  // Called when the run is over: it is maximal, or pick() gave it up. `pending` holds the
  // operations that are left. The algorithm may restart and run the program here and in
  // backtrack(), because the explorer restarts it before the next run.
  virtual void finished(bool maximal, std::span<const Pending> pending) = 0;

  // Returns how many events of the current run the next one keeps; none: everything is explored.
  [[nodiscard]] virtual std::optional<Position> backtrack() = 0;

  [[nodiscard]] virtual AlgorithmResult result() const { return {}; }

  // These return the optional interfaces; null: the algorithm does not have this interface.
  [[nodiscard]] virtual Resumable* resumable() { return nullptr; }
  [[nodiscard]] virtual const Estimable* estimable() const { return nullptr; }
  [[nodiscard]] virtual const Predicting* predicting() const { return nullptr; }

 private:
  AlgorithmFacts facts_;
};

}  // namespace mazurka
