// The state that the parts of the exploration loop share. explorer.cpp owns it.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_set>
#include <vector>

#include "core/execution.h"
#include "core/trace_key.h"
#include "explore/algorithm.h"
#include "explore/counterexample/counterexample.h"
#include "explore/explorer.h"
#include "explore/summary.h"
#include "program/program.h"

namespace mazurka {

struct ExplorationState {
  ExplorationState(Program& tested, Algorithm& chosen, const ExploreOptions& wanted)
      : program(tested),
        algorithm(chosen),
        options(wanted),
        execution(tested.registry(), chosen.facts().relation,
                  chosen.facts().has_conflicts_of_papers ? wanted.conflicts.as_in_papers()
                                                         : wanted.conflicts) {
    summary.algorithm = chosen.facts().name;
  }

  Program& program;
  Algorithm& algorithm;
  const ExploreOptions& options;
  Execution execution;                 // the current run so far
  std::vector<Pending> pending;        // as of the last ask_for_pending()
  std::optional<Departure> departure;  // of the current run from the one before
  std::uint64_t runs = 0;              // how many were started
  Summary summary;
  std::unordered_set<TraceKey> traces;  // seen so far, with --count-traces

  void ask_for_pending() {
    pending.clear();
    program.pending(pending);
  }
  [[nodiscard]] bool is_stopped() const {
    return summary.bound != Bound::none || summary.stopped_at_error;
  }
};

}  // namespace mazurka
