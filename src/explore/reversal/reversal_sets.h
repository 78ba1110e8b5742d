// Reversals where messages run on handlers: which events stay, and in which order they can be run.
//
//   Design   Without handlers, whatever does not happen after e can be kept, in its old order. With
//            them, a message that loses its end blocks its handler for all others: either it goes,
//            or it comes last. So there are several maximal sets F of events to keep, and F may
//            need another order than the execution had.
//   Words    keep = what does not happen after e; need = the causes of e' other than e; prefix =
//            E', the part of the execution that the new one shares with it; F with need ⊆ F ⊆ keep.
//   Trap 1   `need` is not all that happens before e': what lies before it only through e can go.
//   Trap 2   Maximal sets *for each prefix*: a larger set may run another message of a handler
//            first, and so belong to another branch, while the smaller one that goes on from a
//            longer prefix is the only one that stands for the traces there.
#pragma once

#include <vector>

#include "core/execution.h"
#include "explore/reversal/message_order.h"
#include "explore/reversal/position_set.h"
#include "explore/reversal/reversal.h"
#include "program/program.h"

namespace mazurka {

// A sequence to be explored after a prefix of the execution.
struct PlannedSequence {
  Position prefix = 0;
  std::vector<Step> steps;
  TaskId stuck;                // a message that is to be stuck after these steps; none, as a rule
  std::vector<Step> left_out;  // could have stayed, but for handlers that are taken (run_on.h)
  TaskId behind;  // the last step starts a message that waited for ever behind this one; or none
};

class ReversalSets {
 public:
  ReversalSets(const Execution& execution, Program& program)
      : execution_(&execution), program_(&program) {}

  // Call once for each maximal execution, before expand().
  void begin_execution();
  [[nodiscard]] bool has_messages() const { return !messages_.empty(); }

  // Appends the sequences that the reversal stands for.
  // REQUIRES: it was found with `leaves_last_step_open`.
  void expand(const Reversal& reversal, std::vector<PlannedSequence>& result);

  // Has some set needed another order of messages than the execution had?
  [[nodiscard]] bool reordered_messages() const { return reordered_; }

  // For mutation tests: fall into trap 2, look at the sets that are maximal overall only.
  bool only_shortest_prefix = false;
  // Likewise, trap 1: no message goes that happens before e'.
  bool needs_all_predecessors = false;

 private:
  using Kept = PositionSet;

  struct MessageInfo {
    TaskId task;
    HandlerId handler;
    Position start = 0;
    Position end = Execution::nowhere;   // nowhere: it does not end in this execution
    Position last = 0;                   // its last event, be it the end or not
    Position post = Execution::nowhere;  //
  };
  struct FoundSet {
    Kept kept;
    std::vector<Position> order;  // of what comes after the prefix
  };

  [[nodiscard]] bool is_fifo(const MessageInfo& message) const {
    return execution_->registry().handler(message.handler).discipline == Discipline::fifo;
  }
  [[nodiscard]] bool is_unfinished(const MessageInfo& message, const Kept& kept) const {
    return kept[message.start] && (message.end == Execution::nowhere || !kept[message.end]);
  }
  // The handler that must be free at the end, because e' starts a message on it; none, as a rule.
  [[nodiscard]] HandlerId must_be_free() const {
    return reversal_->later.operation == OperationKind::start && !reversal_->stops
               ? execution_->registry().handler_of(reversal_->later.task)
               : HandlerId::none();
  }
  [[nodiscard]] Kept all_that_can_stay() const;
  [[nodiscard]] bool nothing_is_torn(const Kept& kept) const;
  void choose_prefixes(const Kept& kept, bool all);
  void try_prefixes(const Kept& kept, std::vector<PlannedSequence>& result);
  void try_fewer_messages(Position prefix, const Kept& kept, std::vector<PlannedSequence>& result);
  void add_sets(Position prefix, std::vector<PlannedSequence>& result);
  void find_sets(Position prefix, Kept kept);
  enum class Unfinished { settled, dropped, impossible, branched };
  [[nodiscard]] Unfinished settle_unfinished(Position prefix, Kept& kept);
  [[nodiscard]] bool closes_handler(const MessageInfo& message, Position prefix,
                                    const Kept& kept) const;
  [[nodiscard]] Unfinished settle_closed(Position prefix, Kept& kept) const;
  [[nodiscard]] Unfinished settle_handler(HandlerId handler, Position prefix, Kept& kept);
  [[nodiscard]] bool drop(const MessageInfo& message, Position prefix, Kept& kept) const;
  [[nodiscard]] bool is_passed_over(const Kept& kept) const;
  [[nodiscard]] bool keeps_old_order(const Kept& kept) const;
  [[nodiscard]] bool move_unfinished_to_end(Position prefix, const Kept& kept);
  [[nodiscard]] bool can_run_in_order(Position prefix) const;
  [[nodiscard]] bool find_new_order(Position prefix, const Kept& kept);
  void keep_maximal();
  void emit(Position prefix, const FoundSet& set, std::vector<PlannedSequence>& result);

  const Execution* execution_;
  Program* program_;
  const Reversal* reversal_ = nullptr;
  Kept could_stay_;
  std::vector<MessageInfo> messages_;  // in the order of their starts
  std::vector<Position> prefixes_;     // longest first
  std::vector<Kept> tried_;            // for the present prefix
  std::vector<FoundSet> found_;        // for the present prefix
  std::vector<Kept> had_;              // from longer prefixes
  bool reordered_ = false;
  bool ran_out_of_orders_ = false;  // some message had to go that nothing had torn
  std::vector<Position> order_;
  std::vector<Step> last_steps_;
};

}  // namespace mazurka
