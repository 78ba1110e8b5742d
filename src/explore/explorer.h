// The loop: run the program, let the algorithm decide what goes next, check what happened.
//
// How a run can end, and what follows:
//
//   nothing is enabled         maximal: counted, if the algorithm says so, and checked
//   pick() gives it up         counted as redundant, or as nothing, or checked for errors so far
//                              (AlgorithmFacts::GivenUp)
//   it is too long             a livelock; Bound::steps stops the exploration
//   a bound is reached         Bound::timeout, interrupt: only in the middle of a very long run,
//                              which then counts for nothing; else between two runs
//   the program has learned    Bound::learned; explore_anew() starts again
//   its prefix differs         nondeterminism, an error that stops the exploration
//   a planned step cannot run  UnseenAccess: an error that stops the exploration, if the program
//                              may access memory unseen; else as below
//   an invariant is violated   nondeterminism if the run, repeated, differs; else InvariantError
//
// Between two runs, Bound::executions, timeout, interrupt and learned (a prediction failed) stop
// the exploration, and an error does without --keep-going. At the end, Bound::preemptions, sample,
// unroll and search say what was left out although nothing stopped it.
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

struct ExploreOptions {
  bool keep_going = false;
  bool count_traces = false;
  std::uint64_t max_executions = 0;  // 0: no bound
  double timeout_seconds = 0;        // 0: no bound
  std::uint64_t max_steps = 1'000'000;
  const std::atomic<bool>* interrupted = nullptr;  // set by Ctrl-C
  // Called now and then with the counts so far.
  std::function<void(const Summary&)> progress;
  bool estimates = false;  // keeps Summary::estimate up to date for `progress` and the end
  // Called every so often between two executions, and when a bound stops the exploration, with all
  // that is needed to go on from there. Only if the algorithm can be saved.
  std::function<void(const Checkpoint&)> save;
  double save_seconds = 60;  // how often
  // Called if an algorithm cannot write the files that its checkpoint would refer to. The
  // exploration continues. If it is not set, explore() throws the error.
  std::function<void(const UserError&)> save_failed;
  const Checkpoint* resume = nullptr;
  ConflictTable conflicts;  // mutation tests switch rows off
  // Called with each maximal execution, after its checks; for tests.
  std::function<void(const Execution&, const Ending&)> on_execution;
  // Called between two executions: the program may be run.
  std::function<void()> between_executions;
};

[[nodiscard]] Summary explore(Program& program, Algorithm& algorithm,
                              const ExploreOptions& options);

// Explores with a fresh algorithm each time, until the program learns nothing more on the way
// (learning.h) and no prediction fails. Counts are those of the last time; times are summed up.
[[nodiscard]] Summary explore_anew(Program& program,
                                   const std::function<std::unique_ptr<Algorithm>()>& algorithm,
                                   const ExploreOptions& options);

}  // namespace mazurka
