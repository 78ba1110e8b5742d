// The exploration loop: runs the program, lets the algorithm pick the next step, and checks each
// execution.
//
// How a run can end, and what follows:
//
//   nothing is enabled         The run is maximal. If record_trace() returns true, it is counted
//                              and checked for errors.
//   pick() gives it up         It is counted as redundant, or not counted, or checked for errors so
//                              far (AlgorithmFacts::GivenUp).
//   it is too long             It is reported as a livelock; Bound::steps stops the exploration.
//   a bound is reached         Bound::timeout and interrupt stop a very long run in its middle, and
//                              this run is not counted. Shorter runs are completed.
//   the program has learned    Bound::learned; explore_anew() starts again.
//   its prefix differs         Nondeterminism: an error that stops the exploration. At the end,
//                              some executions are run again as a whole (ExploreOptions::repeats).
//   an expected step cannot    If the program may access memory without an event, this is an error
//   run (UnseenAccess)         that stops the exploration. Otherwise an invariant is violated.
//   an invariant is violated   Nondeterminism, if the run differs when it is repeated. Otherwise
//                              explore() throws InvariantError.
//
// Between two runs, Bound::executions, timeout, interrupt and learned (because a prediction failed)
// stop the exploration; so does an error without --keep-going. Also between two runs, random
// executions may be run, once (ExploreOptions::samples). At the end, Bound::preemptions,
// sample, unroll and search say which executions were skipped although nothing stopped it.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>

#include "core/conflict.h"
#include "core/user_error.h"
#include "explore/algorithm.h"
#include "explore/checkpoint.h"
#include "explore/summary.h"
#include "program/program.h"

namespace mazurka {

class Suppressions;

struct ExploreOptions {
  bool keep_going = false;
  bool count_traces = false;
  std::uint64_t max_executions = 0;  // 0: no bound
  double timeout_seconds = 0;        // 0: no bound
  std::uint64_t max_steps = 1'000'000;
  const std::atomic<bool>* interrupted = nullptr;  // set by Ctrl-C
  // Called several times per second with the counts so far.
  std::function<void(const Summary&)> progress;
  bool estimates = false;  // keep Summary::estimate up to date for `progress` and the end
  // Called with a checkpoint every `save_seconds` between two executions, and when a bound stops
  // the exploration. Not called if the algorithm is not Resumable.
  std::function<void(const Checkpoint&)> save;
  std::function<void()> before_save;  // called before a checkpoint is made, which may take long
  double save_seconds = 60;           // less often if saving takes long
  // Called if an algorithm cannot write the files that its checkpoint would refer to. The
  // exploration continues. If save_failed is not set, explore() throws the error.
  std::function<void(const UserError&)> save_failed;
  const Checkpoint* resume = nullptr;
  // Runs some random executions (sample.h) when an exploration in order has found nothing for a
  // while.
  bool samples = false;
  // Returns whether it is time for these executions. If not set, this exploration counts itself.
  std::function<bool()> sample_when;
  // Returns whether Summary::estimate is to be brought up to date between two executions. If not
  // set, it is for progress reports and at the end.
  std::function<bool()> estimate_when;
  // Runs some executions again at the end, to find out whether the program depends on something
  // outside of it (determinism.h).
  bool repeats = false;
  // Errors that are counted (NotCoveredKind::suppressed) instead of reported; null: none.
  const Suppressions* suppressions = nullptr;
  ConflictTable conflicts;  // an algorithm may know those of the papers only (AlgorithmFacts)
  // Called with each maximal execution, after its checks; for tests.
  std::function<void(const Execution&, const Ending&)> on_execution;
  // Called after each run with the counts so far, and with each new error. A process that may be
  // killed at any time passes them on.
  std::function<void(const Summary&)> counted;
  std::function<void(std::size_t index, const Counterexample&)> found;
  std::function<void(std::size_t index, const OtherPlace&)> found_place;  // of an error so far
  std::function<void()> run_was_cut;  // called if a bound stops a run in its middle
  // Called after the last run, while the execution still exists. Not called if an error of the kind
  // that makes further exploration unsound has stopped a run.
  std::function<void(const Summary&)> ended;
  // Called between two executions. It may restart and run the program.
  std::function<void()> between_executions;
};

[[nodiscard]] Summary explore(Program& program, Algorithm& algorithm,
                              const ExploreOptions& options);

// Adds entries for the executions that the counts of the summary call cut to what is not covered.
void list_cut_executions(Summary& summary);

// Explores again and again, each time with a fresh algorithm, until the program learns nothing new
// (learning.h) and no prediction fails. Returns the summary of the last exploration, with the time
// of all of them.
[[nodiscard]] Summary explore_anew(Program& program,
                                   const std::function<std::unique_ptr<Algorithm>()>& algorithm,
                                   const ExploreOptions& options);

}  // namespace mazurka
