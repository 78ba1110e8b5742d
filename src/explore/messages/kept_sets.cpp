#include "explore/messages/kept_sets.h"

#include <algorithm>
#include <array>

#include "core/invariant.h"
#include "explore/mutations.h"

namespace mazurka {

void KeptSets::begin_execution(Position shared) {
  const Registry& registry = execution_->registry();
  for (After& after : after_) after.known = std::min(after.known, shared);
  messages_.clear();
  endless_.clear();
  on_.resize(registry.handler_count());
  for (auto& messages : on_) messages.clear();
  everything_ = PositionSet(execution_->size());
  everything_.insert_below(execution_->size());
  ends_ = PositionSet(execution_->size());
  message_at_.resize(execution_->size());
  find_handler_events();
  for (Position i = 0; i < execution_->size(); ++i) {
    const Event& event = (*execution_)[i];
    if (event.operation != OperationKind::start) continue;
    const auto index = static_cast<std::uint32_t>(messages_.size());
    MessageInfo& message = messages_.emplace_back();
    message.task = event.task;
    message.handler = registry.handler_of(event.task);
    message.start = i;
    message.last = execution_->events_of(event.task).back();
    on_[message.handler.value].push_back(index);
    if ((*execution_)[message.last].ends_task) {
      message.end = message.last;
      ends_.insert(message.end);
      message_at_[message.end] = index;
    } else {
      endless_.push_back(index);
    }
  }
}

void KeptSets::find_handler_events() {
  handlers_.clear();
  handler_events_.clear();
  if (!handlers_.keep_order()) return;
  for (Position i = 0; i < execution_->size(); ++i) {
    const Event& event = (*execution_)[i];
    if (event.operation == OperationKind::post || event.operation == OperationKind::start ||
        event.ends_task)
      handler_events_.push_back(i);
  }
}

const PositionSet& KeptSets::after(Position position) {
  const Position size = execution_->size();
  if (after_.size() < size) after_.resize(size);
  After& after = after_[position];
  if (after.known == size) return after.positions;
  // The events below `known` have not changed since `positions` was computed.
  after.positions.resize(size);
  after.positions.erase_from(std::max(after.known, position));
  const Event& event = (*execution_)[position];
  for (Position i = std::max(after.known, position); i < size; ++i)
    if (execution_->count(i, event.task) > event.index) after.positions.insert(i);
  after.known = size;
  return after.positions;
}

// Computes Reversal::keeps() for all positions at once.
void KeptSets::find_all_that_can_stay() {
  all_ = everything_;
  all_.erase_all(after(reversal_->earlier));
  for (const Position cut : reversal_->cuts) all_.erase_all(after(cut));
  if (reversal_->later_at == Execution::nowhere) return;
  all_.erase(reversal_->later_at);
  if (reversal_->later.operation == OperationKind::await)
    all_.erase_all(after(reversal_->later_at));
}

// Messages that are kept, but not to their end.
void KeptSets::find_unfinished(const Kept& kept) {
  unfinished_.clear();
  ends_.for_each_not_in(kept, [&](Position end) {
    const MessageInfo& message = messages_[message_at_[end]];
    if (kept[message.start]) unfinished_.push_back(&message);
  });
  for (const std::uint32_t index : endless_)
    if (kept[messages_[index].start]) unfinished_.push_back(&messages_[index]);
}

// The usual case: every message is kept whole or not at all, except for the one that e' belongs to,
// which is the last on its handler. Then the old order can be run.
bool KeptSets::nothing_is_torn(const Kept& kept) {
  find_unfinished(kept);
  for (const MessageInfo* message : unfinished_)
    if (!kept[message->last] && message->task != reversal_->later.task) return false;
  return keeps_old_order(kept);
}

// Returns whether the kept events can run in their order in the execution, and e' after them.
// REQUIRES: find_unfinished(kept).
bool KeptSets::keeps_old_order(const Kept& kept) {
  for (const MessageInfo* message : unfinished_) {
    if (message->handler == must_be_free()) return false;
    for (const std::uint32_t other : on_[message->handler.value])
      if (messages_[other].start > message->start && kept[messages_[other].start]) return false;
  }
  // The messages that are left do not overlap, since they did not overlap in the execution. This
  // is enough, unless handlers start messages in the order of their posts.
  return !handlers_.keep_order() || can_run_in_old_order(kept);
}

// Runs the event on handlers_. Returns false if it is a start for which the handler is not ready.
bool KeptSets::run_on_handlers(Position position) {
  const Event& event = (*execution_)[position];
  if (event.operation == OperationKind::start && !handlers_.can_start(event.task)) return false;
  handlers_.execute(event);
  return true;
}

// Returns whether e' can run, as far as the state of handlers_ decides it.
bool KeptSets::later_can_follow() const {
  const TaskId task = reversal_->later.task;
  if (must_be_free().exists()) return handlers_.can_start(task);
  const HandlerId runs_on = execution_->registry().handler_of(task);
  return !runs_on.exists() || handlers_.running_on(runs_on) == task;
}

// Runs the kept events on handlers_, in their old order. REQUIRES: handlers_.keep_order().
bool KeptSets::can_run_in_old_order(const Kept& kept) {
  handlers_.clear();
  for (const Position i : handler_events_)
    if (kept[i] && !run_on_handlers(i)) return false;
  return later_can_follow();
}

void KeptSets::begin(const Reversal& reversal) {
  reversal_ = &reversal;
  must_be_free_ = reversal.later.operation == OperationKind::start
                      ? execution_->registry().handler_of(reversal.later.task)
                      : HandlerId::none();
  find_all_that_can_stay();
}

void KeptSets::find() {
  found_count_ = 0;
  tried_.clear();
  if (nothing_is_torn(all_)) {
    add_in_old_order(all_);
  } else {
    find_sets(all_);
    keep_maximal();
  }
  MAZURKA_DEBUG_INVARIANT(found_is_valid(), "the sets are closed, can be run, and are different");
  if (mutations().only_first_set && found_count_ > 1) found_count_ = 1;
}

// Most sets turn out to be redundant, so an order that follows from the set is not written down.
void KeptSets::add_in_old_order(const Kept& kept) {
  if (found_count_ == found_.size()) found_.emplace_back();
  Candidate& set = found_[found_count_++];
  set.kept = kept;
  set.prefix = kept.count_before_gap();
  set.keeps_old_order = true;
}

// Adds the set with the order order_. The events at its beginning that stand where they stood are
// the prefix.
void KeptSets::add_in_new_order(const Kept& kept) {
  if (found_count_ == found_.size()) found_.emplace_back();
  Candidate& set = found_[found_count_++];
  set.kept = kept;
  set.keeps_old_order = false;
  set.prefix = 0;
  while (set.prefix < order_.size() && order_[set.prefix] == set.prefix) ++set.prefix;
  set.order.assign(order_.begin() + set.prefix, order_.end());
}

// Returns whether e' happens after the start of the message, whatever the order of e and e'.
bool KeptSets::is_needed(const MessageInfo& message) const {
  const auto known_to = [&](Position later) {
    return later != Execution::nowhere && execution_->happens_before(message.start, later);
  };
  return known_to(reversal_->cause) || known_to(reversal_->waker) ||
         (mutations().needs_all_predecessors && known_to(reversal_->later_at)) ||
         (mutations().keeps_what_came_before && message.start < reversal_->earlier);
}

// Removes the message from `kept`, with all that happens after its start. Returns false, and
// removes nothing, if e' needs the message.
bool KeptSets::drop(const MessageInfo& message, Kept& kept) {
  if (is_needed(message)) return false;
  kept.erase_all(after(message.start));
  return true;
}

// One of the messages has to go: tries each in a branch of the search.
KeptSets::Settled KeptSets::drop_one_of(std::span<const MessageInfo* const> messages,
                                        const Kept& kept) {
  for (const MessageInfo* goes : messages) {
    Kept branch = kept;
    if (drop(*goes, branch)) find_sets(std::move(branch));
  }
  return Settled::branched;
}

// Makes room on the handlers: a handler can keep at most one unfinished message, that of e' if e'
// belongs to one, and none if e' starts a message there.
KeptSets::Settled KeptSets::settle_unfinished(Kept& kept) {
  find_unfinished(kept);
  for (std::size_t i = 0; i < unfinished_.size(); ++i) {
    const MessageInfo& message = *unfinished_[i];
    if (message.handler == must_be_free())
      return drop(message, kept) ? Settled::dropped : Settled::impossible;
    for (std::size_t j = 0; j < i; ++j)
      if (unfinished_[j]->handler == message.handler)  // never that of e': it is needed
        return drop_one_of(std::array{&message, unfinished_[j]}, kept);
  }
  return settle_followers(kept);
}

// An unfinished message comes last on its handler, so nothing may depend on it that another message
// of the handler does: one of the two has to go.
KeptSets::Settled KeptSets::settle_followers(const Kept& kept) {
  for (const MessageInfo* message : unfinished_)
    for (const std::uint32_t index : on_[message->handler.value]) {
      const MessageInfo& follower = messages_[index];
      if (&follower != message && kept[follower.start] &&
          depends_on_start(follower, *message, kept))
        return drop_one_of(std::array{&follower, message}, kept);
    }
  return Settled::done;
}

// Returns whether a kept event of `follower` happens after the start of `message`.
bool KeptSets::depends_on_start(const MessageInfo& follower, const MessageInfo& message,
                                const Kept& kept) const {
  const auto events = execution_->events_of(follower.task);
  for (auto last = events.rbegin(); last != events.rend(); ++last)
    if (kept[*last]) return execution_->happens_before(message.start, *last);
  return false;
}

// Returns whether the set is contained in one that was found.
bool KeptSets::is_covered(const Kept& kept) const {
  return std::ranges::any_of(std::span(found_).first(found_count_),
                             [&](const Candidate& set) { return kept.is_subset_of(set.kept); });
}

// Finds the maximal sets within `kept`. Each round removes what cannot stay whatever else does, or
// branches over the messages of which one has to go.
void KeptSets::find_sets(Kept kept) {
  while (true) {
    if (std::ranges::find(tried_, kept) != tried_.end() || is_covered(kept)) return;
    tried_.push_back(kept);
    const Settled state = settle_unfinished(kept);
    if (state == Settled::done) break;
    if (state != Settled::dropped) return;
  }
  if (keeps_old_order(kept)) return add_in_old_order(kept);
  if (move_unfinished_to_end(kept) || find_new_order(kept)) return add_in_new_order(kept);
  (void)drop_one_of(find_culprits(), kept);
}

// The usual new order: unfinished messages, and what happens after their starts, come last.
bool KeptSets::move_unfinished_to_end(const Kept& kept) {
  if (must_be_free().exists()) return false;
  if (unfinished_.empty()) return false;
  Kept early = kept;
  for (const MessageInfo* message : unfinished_) early.erase_all(after(message->start));
  order_.clear();
  early.for_each([&](Position i) { order_.push_back(i); });
  kept.for_each_not_in(early, [&](Position i) { order_.push_back(i); });
  return can_run_in_order();
}

// Returns whether the events of order_ can run in this order, and e' after them. REQUIRES: order_
// respects happens-before.
bool KeptSets::can_run_in_order() {
  handlers_.clear();
  for (const Position i : order_)
    if (!run_on_handlers(i)) return false;
  return later_can_follow();
}

// Fills spans_ with one entry for each message whose post is kept.
void KeptSets::collect_spans(const Kept& kept) {
  const Registry& registry = execution_->registry();
  spans_.clear();
  for (Position i = 0; i < execution_->size(); ++i) {
    const Event& event = (*execution_)[i];
    if (event.operation != OperationKind::post || !kept[i]) continue;
    spans_.push_back({.task = event.other, .handler = registry.handler_of(event.other), .post = i});
  }
  for (const MessageInfo& message : messages_) {
    if (!kept[message.start]) continue;
    MessageSpan& span = *std::ranges::find(spans_, message.task, &MessageSpan::task);
    span.message = &message;
    for (const Position event : execution_->events_of(message.task))
      if (kept[event]) span.last = event;
    span.ends = span.last == message.end;
  }
}

// Returns whether the messages of spans_ that take part can be run. If so, fills in_order_ with
// their posts, starts and last events. Handlers depend on no other events of a message, and
// happens-before between these events implies all constraints of the events between them.
bool KeptSets::find_order_of_spans() {
  nodes_.clear();
  for (const MessageSpan& span : spans_) {
    if (!span.takes_part) continue;
    nodes_.push_back(span.post);
    if (span.message == nullptr) continue;
    nodes_.push_back(span.message->start);
    nodes_.push_back(span.last);
  }
  std::ranges::sort(nodes_);
  nodes_.erase(std::unique(nodes_.begin(), nodes_.end()), nodes_.end());

  OrderProblem problem;
  for (std::uint32_t h = 0; h < execution_->registry().handler_count(); ++h)
    problem.handlers.push_back(execution_->registry().handler({h}).discipline);
  problem.events.resize(nodes_.size());
  for (std::uint32_t i = 0; i < nodes_.size(); ++i)
    for (std::uint32_t j = 0; j < i; ++j)
      if (execution_->happens_before(nodes_[j], nodes_[i])) problem.events[i].after.push_back(j);
  std::uint32_t continues = OrderProblem::none;
  for (const MessageSpan& span : spans_)
    if (span.takes_part) add_to(problem, span, continues);
  if (must_be_free().exists()) {
    // The start that follows is an event of the problem, after all others.
    OrderProblem::Event& start = problem.events.emplace_back();
    start.message = continues;
    start.starts = true;
    for (std::uint32_t i = 0; i < nodes_.size(); ++i) start.after.push_back(i);
  } else {
    problem.runs_at_end = continues;
  }

  const auto order = find_order(problem);
  if (!order) return false;
  in_order_.clear();
  for (const std::uint32_t node : *order)
    if (node < nodes_.size()) in_order_.push_back(nodes_[node]);
  return true;
}

void KeptSets::add_to(OrderProblem& problem, const MessageSpan& span,
                      std::uint32_t& continues) const {
  const auto event_at = [&](Position position) -> OrderProblem::Event& {
    const auto node = std::ranges::lower_bound(nodes_, position);
    return problem.events[static_cast<std::size_t>(node - nodes_.begin())];
  };
  const auto index = static_cast<std::uint32_t>(problem.messages.size());
  problem.messages.push_back({span.handler.value});
  if (span.task == reversal_->later.task) continues = index;
  event_at(span.post).posts = index;
  if (span.message == nullptr) return;
  OrderProblem::Event& start = event_at(span.message->start);
  start.message = index;
  start.starts = true;
  OrderProblem::Event& last = event_at(span.last);
  last.message = index;
  last.ends = span.ends;
}

bool KeptSets::find_new_order(const Kept& kept) {
  collect_spans(kept);
  if (!find_order_of_spans()) return false;
  // Everything else goes just before the first of these that needs it.
  order_.clear();
  Kept left = kept;
  const auto run_with_causes = [&](Position last) {
    for (Position i = 0; i <= last; ++i)
      if (left[i] && execution_->happens_before(i, last)) {
        order_.push_back(i);
        left.erase(i);
      }
  };
  for (const Position position : in_order_) run_with_causes(position);
  for (Position i = 0; i < execution_->size(); ++i)
    if (left[i]) order_.push_back(i);
  return true;
}

// Messages that cannot all stay, as few as possible. REQUIRES: find_new_order() has failed.
//
// If some of the messages alone cannot be run, whatever the others do, then none of the sets that
// keep their starts can be run. (Suppose one could. All that it leaves out happens after starts of
// other messages, so it can follow afterwards: messages that are not finished come last on their
// handlers.) So one of these has to go, and none of the others need be tried.
std::vector<const KeptSets::MessageInfo*> KeptSets::find_culprits() {
  std::vector<const MessageInfo*> culprits;
  for (MessageSpan& span : spans_) {
    if (span.message == nullptr || is_needed(*span.message)) continue;
    span.takes_part = false;
    if (!find_order_of_spans()) continue;
    span.takes_part = true;
    culprits.push_back(span.message);
  }
  return culprits;
}

// Removes sets that are contained in others. A branch of the search can find a set before another
// branch finds a larger one.
void KeptSets::keep_maximal() {
  const auto is_covered_by_other = [&](std::size_t i) {
    for (std::size_t j = 0; j < found_count_; ++j)
      if (i != j && found_[i].kept.is_subset_of(found_[j].kept) &&
          (j < i || found_[i].kept != found_[j].kept))
        return true;
    return false;
  };
  for (std::size_t i = found_count_; i-- > 0;)
    if (is_covered_by_other(i)) std::swap(found_[i], found_[--found_count_]);
}

// --- Checks of debug builds ----------------------------------------------------------------------

bool KeptSets::is_closed(const Kept& kept) {
  bool result = true;
  everything_.for_each_not_in(kept, [&](Position dropped) {
    Kept rest = kept;
    rest.erase_all(after(dropped));
    result &= rest == kept;
  });
  return result;
}

// Returns whether the order of the set has each of its events once, after its causes, and can be
// run on the handlers.
bool KeptSets::is_runnable(const Candidate& set) {
  order_.clear();
  if (set.keeps_old_order) {
    set.kept.for_each([&](Position i) { order_.push_back(i); });
    return can_run_in_order();
  }
  for (Position i = 0; i < set.prefix; ++i) order_.push_back(i);
  order_.insert(order_.end(), set.order.begin(), set.order.end());
  Kept left = set.kept;
  for (const Position i : order_) {
    bool is_ready = left[i];
    left.erase(i);
    left.for_each([&](Position other) { is_ready &= !execution_->happens_before(other, i); });
    if (!is_ready) return false;
  }
  return left == PositionSet(execution_->size()) && can_run_in_order();
}

bool KeptSets::found_is_valid() {
  for (std::size_t i = 0; i < found_count_; ++i) {
    const Candidate& set = found_[i];
    if (!set.kept.is_subset_of(all_) || !is_closed(set.kept) || !is_runnable(set)) return false;
    for (std::size_t j = 0; j < found_count_; ++j)
      if (i != j && set.kept.is_subset_of(found_[j].kept)) return false;
  }
  return true;
}

}  // namespace mazurka
