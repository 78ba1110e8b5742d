// The reversals of an execution, and for each of them the sequences that reverse it:
// ReverseRace(E, e, e') of [EventDpor].
//
// A reversal says which two events change places. A candidate says besides which other events are
// kept, in which order, and which form the last step takes after them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "core/execution.h"
#include "explore/messages/candidate.h"
#include "explore/messages/kept_sets.h"
#include "explore/mutations.h"
#include "explore/race/find_reversals.h"
#include "explore/race/last_operation.h"
#include "explore/race/reversal.h"
#include "program/program.h"

namespace mazurka {

class CandidateFinder {
 public:
  CandidateFinder(const Execution& execution, Program& program)
      : execution_(&execution),
        program_(&program),
        reversal_finder_(execution, program, LastStep::open),
        kept_sets_(execution) {}

  // Call before each run: the next execution shares its first `shared` events with the present one.
  void begin_run(Position shared) { analysed_ = std::min(analysed_, shared); }

  // Calls `visit` with every reversal of the execution: of its races, of its choices, and of
  // operations that wait at its end. `alternatives(position)` returns all values of the choice that
  // was made there; none if there was no choice.
  template <class Alternatives, class Visit>
  void for_each_reversal(std::span<const Pending> pending, Alternatives alternatives, Visit visit) {
    kept_sets_.begin_execution(analysed_);
    analysed_ = execution_->size();
    for (Position i = 0; i < execution_->size(); ++i) {
      reversals_.clear();
      reversal_finder_.find_into(i, reversals_);
      const std::span<const std::uint32_t> values = alternatives(i);
      if (!values.empty()) reversal_finder_.find_alternatives(i, values, reversals_);
      for (const Reversal& reversal : reversals_) visit(reversal);
    }
    for (const Pending& waiting : pending) {
      if (mutations().never_started_stay && waiting.operation == OperationKind::start) continue;
      reversals_.clear();
      reversal_finder_.find_waiting(waiting, reversals_);
      for (const Reversal& reversal : reversals_) visit(reversal);
    }
  }

  // Returns the events that can stay if handlers do not matter, and begins to work on the reversal.
  [[nodiscard]] const PositionSet& begin(const Reversal& reversal) {
    kept_sets_.begin(reversal);
    return kept_sets_.all();
  }
  // Calls `visit(candidate, last_steps)` for each maximal set of events that can stay together,
  // with the forms that the last step can take after them. The caller sets the candidate's last
  // step. REQUIRES: begin(reversal) was called.
  template <class Visit>
  void for_each_kept_set(const Reversal& reversal, Visit visit) {
    kept_sets_.find();
    for (Candidate& candidate : kept_sets_.found()) {
      last_steps_.clear();
      add_last_steps(
          {reversal.later, reversal.object, reversal.condition},
          [&](Position position) { return candidate.kept[position]; }, *execution_, *program_,
          last_steps_);
      if (!last_steps_.empty()) visit(candidate, std::span<const Step>(last_steps_));
    }
  }

 private:
  const Execution* execution_;
  Program* program_;
  ReversalFinder reversal_finder_;
  KeptSets kept_sets_;
  Position analysed_ = 0;  // how many events are shared with the last execution that was analysed
  // Memory that is reused.
  std::vector<Reversal> reversals_;
  std::vector<Step> last_steps_;
};

}  // namespace mazurka
