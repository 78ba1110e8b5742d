// Which execution comes next: the interface between the explorer and an algorithm.
//
// The explorer runs the program from the start, again and again. Of each run it keeps a prefix, as
// long as the algorithm says; the rest is decided step by step by pick(). One exploration calls
//
//   begin()                                          once
//   pick(), executed() for each step                 until nothing is enabled or pick() gives up
//   record_trace()                                   if the run is maximal
//   finished(), backtrack()                          then the next run, or the end
//   result()                                         once
//
// What an algorithm may offer besides are the small interfaces below, which it hands out itself.
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

// What is fixed about an algorithm; algorithms.cpp has the table.
struct AlgorithmFacts {
  // What it means that pick() gives a run up.
  enum class GivenUp : std::uint8_t {
    redundant,  // the run is sleep-set blocked
    merged,     // intended: the run has reached a state that was explored before
    at_error,   // the run is a recorded schedule, which ends where the error happens
  };

  std::string_view name;
  Relation relation = Relation::events;  // the happens-before relation that it works with
  GivenUp given_up = GivenUp::redundant;
};

using Statistics = std::vector<std::pair<std::string, std::uint64_t>>;

// What is known when an exploration has ended.
struct AlgorithmResult {
  // Why the algorithm leaves executions out even if nothing stops it; none: it explores all.
  Bound bound = Bound::none;
  bool gave_up_a_search = false;  // a search took too long, so executions may be missing
  Statistics statistics;          // in the order in which they are shown
  // What the user should know about the exploration, such as a disk that is full.
  std::vector<std::string> warnings = {};
};

// An algorithm whose state can be written to a checkpoint. Both functions are called where
// backtrack() has just said to keep `kept` events. Both throw UserError if a file beside the
// checkpoint cannot be written or read.
class Resumable {
 public:
  // Writes all that is needed to continue from there, except for the kept events themselves.
  virtual void save(Position kept, CheckpointWriter& to) const = 0;
  // Restores it in another process, after begin(), with an execution of the kept events.
  virtual void load(Position kept, CheckpointReader& from) = 0;

 protected:
  ~Resumable() = default;
};

// An algorithm that knows how many branches of the search tree it has still to explore.
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

// An algorithm that does not run what it can predict.
class Predicting {
 public:
  // Returns whether a prediction was wrong: the program observes something that its events do not
  // show. What was explored then means nothing, and the exploration must start again.
  [[nodiscard]] virtual bool prediction_failed() const = 0;
  // Returns the algorithm to start again with.
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

  // Tells after how many steps the explorer gives up an execution. Called before begin().
  virtual void limit_steps(std::uint64_t /*max_steps*/) {}
  // Called once, before the first run. Both outlive the exploration.
  virtual void begin(Program& program, Execution& execution) = 0;

  // Returns what goes next at the end of the execution, one of `enabled` (not empty); none: this
  // run is given up. Called for fresh steps only, not while a prefix is replayed.
  [[nodiscard]] virtual std::optional<Choice> pick(std::span<const Choice> enabled) = 0;
  // The step that was picked has been executed; it is the last event of the execution.
  virtual void executed() {}

  // Records the trace of the maximal execution that was just reached. Returns whether it counts
  // (naive: not if its trace was seen before).
  [[nodiscard]] virtual bool record_trace() { return true; }
  // The run is over: maximal, or given up by pick(). `pending` is what is left to do. The program
  // may be run again here and in backtrack(); the explorer restarts it anyway.
  virtual void finished(bool maximal, std::span<const Pending> pending) = 0;

  // Returns where the next run leaves the current one: how many of its events it keeps. None: all
  // explored.
  [[nodiscard]] virtual std::optional<Position> backtrack() = 0;

  [[nodiscard]] virtual AlgorithmResult result() const { return {}; }

  // Null: this algorithm has no such thing.
  [[nodiscard]] virtual Resumable* resumable() { return nullptr; }
  [[nodiscard]] virtual const Estimable* estimable() const { return nullptr; }
  [[nodiscard]] virtual const Predicting* predicting() const { return nullptr; }

 private:
  AlgorithmFacts facts_;
};

}  // namespace mazurka
