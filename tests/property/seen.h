// The result of running one algorithm on one program.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "core/conflict.h"
#include "core/ending.h"
#include "core/trace_key.h"
#include "explore/algorithms.h"

namespace mazurka::property {

struct Seen {
  std::map<TraceKey, EndingKind> traces;
  std::uint64_t maximal_executions = 0;
  std::uint64_t redundant = 0;
  bool ran_too_often = false;                // the bound SeeOptions::max_runs was reached
  bool complete = true;                      // false: a bound was reached
  std::map<TraceKey, std::string> examples;  // an execution of each trace, if asked for
  // The final states and how the executions ended, if asked for.
  std::set<std::pair<std::uint64_t, EndingKind>> realities;
  std::string failure;  // an invariant was violated, or two executions of a trace end differently
  Statistics statistics;
};

struct SeeOptions {
  std::uint64_t order_seed = 0;
  bool handlers_as_locks = false;
  bool sleep_sets = true;   // of dpor
  ConflictTable conflicts;  // the table of the algorithm; keys always use the full table
  std::uint64_t max_executions = 20'000;
  // Redundant executions, and prefixes at which brute force backtracks, also count as
  // runs. The bound is a number of runs rather than a time, so that the same programs are
  // decided on every machine.
  std::uint64_t max_runs = 400'000;
  bool keep_examples = false;
  bool keep_realities = false;
};

[[nodiscard]] Seen see(const std::string& source, AlgorithmName algorithm,
                       const SeeOptions& options);

}  // namespace mazurka::property
