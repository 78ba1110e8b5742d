// Reversals where messages run on handlers: which events stay, and in which order they can be run.
//
//   Design   Without handlers, whatever does not happen after e can be kept, in its old order. With
//            them, a message that loses its end blocks its handler for all others: either it goes,
//            or it comes last. So there are several maximal sets F of events to keep, and F may
//            need another order than the execution had.
//   Words    keep = what does not happen after e; need = the causes of e' other than e; prefix =
//            E', the part of the execution that the new one shares with it; F with need ⊆ F ⊆ keep.
//   Trap 1   `need` is not all that happens before e': what lies before it only through e can go.
//   Trap 2   The note asks for the maximal sets *for each prefix* of the execution, which it needs
//            because it drops sequences by sleep sets. Here sequences are told apart by the traces
//            that they lead to (event_dpor.cpp), and the sets that are maximal overall are enough:
//            what can go on from a prefix is contained in one of them.
#pragma once

#include <span>
#include <vector>

#include "core/execution.h"
#include "explore/messages/candidate.h"
#include "explore/messages/message_order.h"
#include "explore/messages/position_set.h"
#include "explore/race/reversal.h"

namespace mazurka {

class KeptSets {
 public:
  explicit KeptSets(const Execution& execution) : execution_(&execution) {}

  // Call once for each maximal execution, before begin(). It shares so many events with the one
  // before.
  void begin_execution(Position shared);
  // All positions of the execution.
  [[nodiscard]] const PositionSet& everything() const { return everything_; }

  // Another reversal. REQUIRES: it was found with `leaves_last_step_open`, and lives on.
  void begin(const Reversal& reversal);
  // All events that can stay, if handlers do not matter.
  [[nodiscard]] const PositionSet& all() const { return all_; }
  // Finds the sets of them that can stay together.
  void find();
  struct FoundSet {
    PositionSet kept;
    Position prefix = 0;           // so much of the execution stays as it is
    bool keeps_old_order = false;  // so does the rest
    std::vector<Position> order;   // else: what follows, in an order that can be run
  };
  // Of the last reversal: maximal sets of events after which e' can run as far as handlers go.
  [[nodiscard]] std::span<const FoundSet> found() const { return {found_.data(), found_count_}; }

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
  // A message that is posted among the kept events, and what is kept of it.
  struct MessageSpan {
    TaskId task;
    HandlerId handler;
    Position post = 0;
    const MessageInfo* message = nullptr;  // none: it is not started
    Position last = 0;                     // the last event of it that is kept
    bool ends = false;
    bool takes_part = true;  // in find_order_of_spans()
  };
  [[nodiscard]] bool is_fifo(const MessageInfo& message) const {
    return execution_->registry().handler(message.handler).discipline == Discipline::fifo;
  }
  // The handler that must be free at the end, because e' starts a message on it; none, as a rule.
  [[nodiscard]] HandlerId must_be_free() const { return must_be_free_; }
  // The positions that happen after this one, and itself.
  [[nodiscard]] const PositionSet& after(Position position);
  void find_all_that_can_stay();
  void find_unfinished(const Kept& kept);
  [[nodiscard]] bool nothing_is_torn(const Kept& kept);
  [[nodiscard]] bool is_passed_over(const Kept& kept) const;
  [[nodiscard]] bool passes_over_mail(const Kept& kept) const;
  [[nodiscard]] bool keeps_old_order(const Kept& kept);
  [[nodiscard]] bool is_needed(const MessageInfo& message) const;
  [[nodiscard]] bool is_covered(const Kept& kept) const;
  [[nodiscard]] bool drop(const MessageInfo& message, Kept& kept);
  [[nodiscard]] bool depends_on_start(const MessageInfo& follower, const MessageInfo& message,
                                      const Kept& kept) const;

  void find_sets(Kept kept);
  enum class Settled : std::uint8_t { done, dropped, impossible, branched };
  [[nodiscard]] Settled drop_one_of(std::span<const MessageInfo* const> messages, const Kept& kept);
  [[nodiscard]] Settled settle_unfinished(Kept& kept);
  [[nodiscard]] Settled settle_followers(const Kept& kept);
  [[nodiscard]] bool move_unfinished_to_end(const Kept& kept);
  [[nodiscard]] bool can_run_in_order();
  [[nodiscard]] bool find_new_order(const Kept& kept);
  [[nodiscard]] std::vector<const MessageInfo*> find_culprits();
  void collect_spans(const Kept& kept);
  [[nodiscard]] bool find_order_of_spans();
  void add_to(OrderProblem& problem, const MessageSpan& span, std::uint32_t& goes_on) const;
  void add_in_old_order(const Kept& kept);
  void add_in_new_order(const Kept& kept);
  void keep_maximal();

  const Execution* execution_;
  const Reversal* reversal_ = nullptr;
  Kept all_;  // that can stay, by itself
  HandlerId must_be_free_;
  std::vector<MessageInfo> messages_;  // in the order of their starts
  Kept everything_;
  PositionSet ends_;                            // of messages
  std::vector<std::uint32_t> message_at_;       // by position of its end, its index
  std::vector<std::uint32_t> endless_;          // messages that do not end, their indices
  std::vector<std::vector<std::uint32_t>> on_;  // by handler: its messages, their indices
  bool has_fifo_ = false;                       // is there a fifo handler?
  std::vector<const MessageInfo*> unfinished_;  // find_unfinished()
  std::vector<Kept> tried_;
  std::vector<FoundSet> found_;  // the first found_count_ of them; the others wait for reuse
  std::size_t found_count_ = 0;
  struct After {
    PositionSet positions;
    Position known = 0;  // up to here
  };
  std::vector<After> after_;  // by position
  // Scratch.
  std::vector<MessageSpan> spans_;
  std::vector<Position> nodes_;
  std::vector<Position> in_order_;
  std::vector<Position> order_;
  std::vector<TaskId> running_;                 // by handler
  std::vector<std::vector<TaskId>> mailboxes_;  // by handler; fifo only
};

}  // namespace mazurka
