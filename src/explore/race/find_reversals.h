// Finds the races of an execution that can be reversed, and the sequences that reverse them.
//
//   Paper    [SourceSets17] l.3–5 of Alg. 2; for locks l.8–12 of Alg. 4; for awaits l.8–13 of
//            Alg. 6.
//   Differs  - An acquisition is reversed with *every* earlier acquisition of the same lock by
//              another task that it does not depend on otherwise. The paper looks at the last
//              acquisition in each state; each earlier one was the last in some prefix. If handlers
//              are locks, the start of a message is the acquisition of its handler.
//            - Alg. 6 tries all subsequences of notdep(e, E). This file tries only those that
//              differ in what the condition can read: for each variable of the condition, a prefix
//              of its writes is kept. Other differences cannot enable or disable the await.
//            - If handlers are not locks, a message that never starts, because its handler is
//              stuck, is moved before each message that the handler did start.
//            - A receive without `after` is not reversed with the send of its message: nothing can
//              disable it ([SourceSets17] Section 10, rule 2). A receive with `after` that moves
//              before the send of its message runs its `after`.
//            - A compare-exchange that moves before a write may succeed or fail there. With
//              conflicts by effect (conflict.h), that decides what it conflicts with.
//            - The values of `choose` and the sleepers that a `signal` can wake are treated as
//              separate processes that disable each other: each value that was not taken is a
//              reversal.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/execution.h"
#include "explore/race/reversal.h"
#include "program/program.h"

namespace mazurka {

// Whether the finder decides if the last step of a reversal can run, and in which form. `open`
// leaves this to the caller, which may keep fewer events than the reversal does.
enum class LastStep : std::uint8_t { decided, open };

// Returns the step that the pending operation would make if it could run.
[[nodiscard]] Step step_of(const Pending& pending, const Execution& execution);

class ReversalFinder {
 public:
  ReversalFinder(const Execution& execution, Program& program,
                 LastStep last_step = LastStep::decided)
      : execution_(&execution), program_(&program), last_step_(last_step) {}

  // Appends the reversals whose later event is the one at `position`.
  void find_into(Position position, std::vector<Reversal>& result);
  // Appends the reversals whose later event is `waiting`, an operation that is pending at the end
  // of the execution. Appends nothing if the operation can never be disabled, or if its task has
  // stopped or sleeps on a condition variable.
  void find_waiting(const Pending& waiting, std::vector<Reversal>& result);
  // Appends a reversal for each other value of the choice made at `position`. `values` holds all
  // values that were possible there, including the one that was taken.
  void find_alternatives(Position position, std::span<const std::uint32_t> values,
                         std::vector<Reversal>& result) const;

 private:
  void find_conflicts(const Reversal& pattern, std::vector<Reversal>& result);
  void find_acquisitions(const Reversal& pattern, std::vector<Reversal>& result) const;
  void find_starts(const Reversal& pattern, std::vector<Reversal>& result) const;
  void find_awaits(const Reversal& pattern, std::vector<Reversal>& result);
  void try_cuts(Reversal& reversal, std::span<const Access> scope, std::vector<Reversal>& result);
  void add_if_it_holds(const Reversal& reversal, std::vector<Reversal>& result);
  void add_forms(const Reversal& reversal, std::vector<Reversal>& result);
  [[nodiscard]] bool needs(const Reversal& reversal, Position position) const;

  const Execution* execution_;
  Program* program_;
  LastStep last_step_;
  std::vector<Step> last_steps_;
};

}  // namespace mazurka
