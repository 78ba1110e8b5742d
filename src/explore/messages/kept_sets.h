// Reversals where messages run on handlers: which events stay, and in which order they can be run.
//
//   Problem  Without handlers, whatever does not happen after e can be kept, in its old order. With
//            them, a message that loses its end blocks its handler for all others: either it goes,
//            or it comes last. So there may be several sets F of events to keep, none of which
//            contains another, and F may need another order than the execution had.
//   Words    keep = what does not happen after e; need = the causes of e' other than e; prefix =
//            E', the part of the execution that the new one shares with it.
//   Wanted   The maximal sets F with need ⊆ F ⊆ keep that are closed under happens-before and can
//            be run: there is an order of F that respects happens-before, in which each handler
//            runs one message at a time as its discipline says, and after which e' can run as far
//            as handlers go (whether a lock is free or a condition holds is tested elsewhere).
//   Trap 1   `need` is not all that happens before e'. What lies before e' only through e can go,
//            such as the start of e's message on the handler of e'.
//   Trap 2   An algorithm that drops sequences by sleep sets needs the maximal sets for each prefix
//            of the execution, among those sets that can be run from there on. With the sets that
//            are maximal overall it loses traces, because a larger set may start another message
//            of a handler first, and so belong to another branch. Here a sequence is dropped only
//            if a known trace contains it (docs/decisions/0001-known-traces.md), whichever branch
//            that trace belongs to. So the sets that are maximal overall are enough: whatever can
//            be run from a prefix is contained in one of them.
//   Cost     In the usual case (no message is torn apart) a few operations on bit sets, which take
//            events / 64 steps each. Otherwise a search that branches over the messages that can
//            go. Each set that it tries may need find_order(), which is exponential in the worst
//            case.
#pragma once

#include <span>
#include <vector>

#include "core/execution.h"
#include "core/handler_state.h"
#include "explore/messages/candidate.h"
#include "explore/messages/message_order.h"
#include "explore/messages/position_set.h"
#include "explore/race/reversal.h"

namespace mazurka {

class KeptSets {
 public:
  explicit KeptSets(const Execution& execution)
      : execution_(&execution), handlers_(execution.registry()) {}

  // Call once for each maximal execution, before begin(). The execution shares its first `shared`
  // events with the one of the previous call.
  void begin_execution(Position shared);

  // Starts working on `reversal`, which must outlive this object's use of it and must have been
  // found with LastStep::open.
  void begin(const Reversal& reversal);
  // Returns the set `keep`: all events that can stay if handlers do not matter.
  [[nodiscard]] const PositionSet& all() const { return all_; }
  // Finds the maximal sets of events that can stay together.
  void find();
  // Returns what find() found: maximal sets of events after which e' can run, as far as handlers
  // decide it, with the longest possible prefix. The caller sets the last step and the keys. The
  // next find() overwrites all of it.
  [[nodiscard]] std::span<Candidate> found() { return {found_.data(), found_count_}; }

 private:
  using Kept = PositionSet;

  struct MessageInfo {
    TaskId task;
    HandlerId handler;
    Position start = 0;
    Position end = Execution::nowhere;  // nowhere: it does not end in this execution
    Position last = 0;                  // its last event, be it the end or not
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
  // The handler that must be free at the end, because e' starts a message on it; none, as a rule.
  [[nodiscard]] HandlerId must_be_free() const { return must_be_free_; }
  void find_handler_events();
  // The positions that happen after this one, and itself.
  [[nodiscard]] const PositionSet& after(Position position);
  void find_all_that_can_stay();
  void find_unfinished(const Kept& kept);
  [[nodiscard]] bool nothing_is_torn(const Kept& kept);
  [[nodiscard]] bool keeps_old_order(const Kept& kept);
  [[nodiscard]] bool run_on_handlers(Position position);
  [[nodiscard]] bool later_can_follow() const;
  [[nodiscard]] bool can_run_in_old_order(const Kept& kept);
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
  void add_to(OrderProblem& problem, const MessageSpan& span, std::uint32_t& continues) const;
  void add_in_old_order(const Kept& kept);
  void add_in_new_order(const Kept& kept);
  void keep_maximal();

  // For debug builds.
  [[nodiscard]] bool is_closed(const Kept& kept);
  [[nodiscard]] bool is_runnable(const Candidate& set);
  [[nodiscard]] bool found_is_valid();

  const Execution* execution_;
  const Reversal* reversal_ = nullptr;
  Kept all_;
  HandlerId must_be_free_;

  // The execution, as far as it concerns messages.
  std::vector<MessageInfo> messages_;  // in the order of their starts
  Kept everything_;
  PositionSet ends_;                            // of messages
  std::vector<std::uint32_t> message_at_;       // by position of its end, its index
  std::vector<std::uint32_t> endless_;          // messages that do not end, their indices
  std::vector<std::vector<std::uint32_t>> on_;  // by handler: its messages, their indices
  // Posts, starts and ends of messages, in order. Empty if no handler keeps the order of posts.
  std::vector<Position> handler_events_;
  // What happens after an event, computed when it is asked for.
  //
  // Invariant: of the positions below `known`, `positions` has exactly those that happen after the
  // event, and the event itself. Above, it may have anything.
  struct After {
    PositionSet positions;
    Position known = 0;
  };
  std::vector<After> after_;  // by position

  std::vector<const MessageInfo*> unfinished_;  // of the set last given to find_unfinished()

  // The search of find().
  //
  // Invariant: every wanted set is contained in a set of found_ or in one that is still to be
  // tried. A set is tried at most once. The first found_count_ sets of found_ can be run (see
  // "Wanted" at the top); when find() returns, they are exactly the maximal ones, each once. The
  // others are kept for their memory.
  std::vector<Kept> tried_;
  std::vector<Candidate> found_;
  std::size_t found_count_ = 0;

  // Scratch.
  std::vector<MessageSpan> spans_;
  std::vector<Position> nodes_;
  std::vector<Position> in_order_;
  std::vector<Position> order_;
  HandlerStates handlers_;
};

}  // namespace mazurka
