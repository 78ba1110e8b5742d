#include "explore/messages/kept_sets.h"

#include <algorithm>
#include <array>

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
  has_fifo_ = false;
  for (Position i = 0; i < execution_->size(); ++i) {
    const Event& event = (*execution_)[i];
    if (event.operation != OperationKind::start) continue;
    const auto index = static_cast<std::uint32_t>(messages_.size());
    MessageInfo& message = messages_.emplace_back();
    message.task = event.task;
    message.handler = registry.handler_of(event.task);
    message.start = i;
    message.last = execution_->events_of(event.task).back();
    message.post = execution_->creation_of(event.task);
    on_[message.handler.value].push_back(index);
    has_fifo_ |= is_fifo(message);
    if ((*execution_)[message.last].ends_task) {
      message.end = message.last;
      ends_.insert(message.end);
      message_at_[message.end] = index;
    } else {
      endless_.push_back(index);
    }
  }
}

const PositionSet& KeptSets::after(Position position) {
  const Position size = execution_->size();
  if (after_.size() < size) after_.resize(size);
  After& after = after_[position];
  if (after.known == size) return after.positions;
  // What it was after the part that has not changed is still so.
  after.positions.resize(size);
  after.positions.erase_from(std::max(after.known, position));
  const Event& event = (*execution_)[position];
  for (Position i = std::max(after.known, position); i < size; ++i)
    if (execution_->count(i, event.task) > event.index) after.positions.insert(i);
  after.known = size;
  return after.positions;
}

// What Reversal::keeps() says, for all positions at once.
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

// The usual case: every message is kept whole or not at all, but for the one that e' goes on with,
// which is the last on its handler. Then the old order will do.
bool KeptSets::nothing_is_torn(const Kept& kept) {
  find_unfinished(kept);
  for (const MessageInfo* message : unfinished_)
    if (!kept[message->last] && message->task != reversal_->later.task) return false;
  return keeps_old_order(kept);
}

// Does a message that was posted earlier, and is not started, stand before the one that e' starts?
bool KeptSets::is_passed_over(const Kept& kept) const {
  const HandlerId handler = must_be_free();
  if (!handler.exists() || execution_->registry().handler(handler).discipline != Discipline::fifo)
    return false;
  for (Position i = 0; i < reversal_->cause; ++i) {
    const Event& event = (*execution_)[i];
    if (!kept[i] || event.operation != OperationKind::post ||
        execution_->registry().handler_of(event.other) != handler)
      continue;
    const auto events = execution_->events_of(event.other);
    if (events.empty() || !kept[events.front()]) return true;
  }
  return false;
}

// Does a fifo handler run a message although an earlier one is in its mailbox?
bool KeptSets::passes_over_mail(const Kept& kept) const {
  if (!has_fifo_) return false;
  for (const auto& messages : on_) {
    bool has_mail = false;
    for (const std::uint32_t index : messages) {
      const MessageInfo& message = messages_[index];
      if (!is_fifo(message)) break;
      if (kept[message.start]) {
        if (has_mail) return true;
      } else {
        has_mail |= message.post != Execution::nowhere && kept[message.post];
      }
    }
    if (has_mail && messages_[messages.front()].handler == must_be_free()) return true;
  }
  return false;
}

// Can the kept events run in the order in which they stand in the execution? REQUIRES:
// find_unfinished(kept).
bool KeptSets::keeps_old_order(const Kept& kept) {
  if (is_passed_over(kept) || passes_over_mail(kept)) return false;
  for (const MessageInfo* message : unfinished_) {
    if (message->handler == must_be_free()) return false;
    for (const std::uint32_t other : on_[message->handler.value])
      if (messages_[other].start > message->start && kept[messages_[other].start]) return false;
  }
  return true;
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
  if (nothing_is_torn(all_)) return add_in_old_order(all_);
  find_sets(all_);
  keep_maximal();
  if (mutations_.only_first_set && found_count_ > 1) found_count_ = 1;
}

// Most sets were had before, so orders that are easy to tell are not written down here.
void KeptSets::add_in_old_order(const Kept& kept) {
  if (found_count_ == found_.size()) found_.emplace_back();
  Candidate& set = found_[found_count_++];
  set.kept = kept;
  set.prefix = kept.count_before_gap();
  set.keeps_old_order = true;
}

// In the order of order_. What stays where it was at the beginning is the prefix.
void KeptSets::add_in_new_order(const Kept& kept) {
  if (found_count_ == found_.size()) found_.emplace_back();
  Candidate& set = found_[found_count_++];
  set.kept = kept;
  set.keeps_old_order = false;
  set.prefix = 0;
  while (set.prefix < order_.size() && order_[set.prefix] == set.prefix) ++set.prefix;
  set.order.assign(order_.begin() + set.prefix, order_.end());
}

// Does e' happen after the start of the message, whatever the order of e and e'?
bool KeptSets::is_needed(const MessageInfo& message) const {
  const auto known_to = [&](Position later) {
    return later != Execution::nowhere && execution_->happens_before(message.start, later);
  };
  return known_to(reversal_->cause) || known_to(reversal_->waker) ||
         (mutations_.needs_all_predecessors && known_to(reversal_->later_at)) ||
         (mutations_.keeps_what_came_before && message.start < reversal_->earlier);
}

// Takes the message away, with all that happens after its start. False if something of that is
// needed.
bool KeptSets::drop(const MessageInfo& message, Kept& kept) {
  if (is_needed(message)) return false;
  kept.erase_all(after(message.start));
  return true;
}

// One of the messages has to go: tries each.
KeptSets::Settled KeptSets::drop_one_of(std::span<const MessageInfo* const> messages,
                                        const Kept& kept) {
  for (const MessageInfo* goes : messages) {
    Kept branch = kept;
    if (drop(*goes, branch)) find_sets(std::move(branch));
  }
  return Settled::branched;
}

// At most one unfinished message per handler; where e' goes on with a message, none but that one,
// and where it starts one, none at all.
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

// Does something that is kept of `follower` happen after the start of `message`?
bool KeptSets::depends_on_start(const MessageInfo& follower, const MessageInfo& message,
                                const Kept& kept) const {
  const auto events = execution_->events_of(follower.task);
  for (auto last = events.rbegin(); last != events.rend(); ++last)
    if (kept[*last]) return execution_->happens_before(message.start, *last);
  return false;
}

// Is there a set already that has all of this?
bool KeptSets::is_covered(const Kept& kept) const {
  return std::ranges::any_of(std::span(found_).first(found_count_),
                             [&](const Candidate& set) { return kept.is_subset_of(set.kept); });
}

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

// Runs order_ on handlers. REQUIRES: it respects happens-before.
bool KeptSets::can_run_in_order() {
  const Registry& registry = execution_->registry();
  running_.assign(registry.handler_count(), TaskId::none());
  mailboxes_.resize(registry.handler_count());
  for (auto& mailbox : mailboxes_) mailbox.clear();
  for (const Position i : order_) {
    const Event& event = (*execution_)[i];
    if (event.operation == OperationKind::post) {
      const HandlerId to = registry.handler_of(event.other);
      if (registry.handler(to).discipline == Discipline::fifo)
        mailboxes_[to.value].push_back(event.other);
    }
    const HandlerId on = registry.handler_of(event.task);
    if (!on.exists()) continue;
    if (event.operation == OperationKind::start) {
      auto& mailbox = mailboxes_[on.value];
      const bool fifo = registry.handler(on).discipline == Discipline::fifo;
      if (running_[on.value].exists() || (fifo && mailbox.front() != event.task)) return false;
      if (fifo) mailbox.erase(mailbox.begin());
      running_[on.value] = event.task;
    }
    if (event.ends_task) running_[on.value] = TaskId::none();
  }
  const HandlerId goes_on = registry.handler_of(reversal_->later.task);
  return !goes_on.exists() || running_[goes_on.value] == reversal_->later.task;
}

// What there is to know of the kept messages: see MessageSpan.
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

// Can the messages of spans_ that take part be run? If so, in_order_ has posts, starts and last
// events, as positions. Of a message nothing else matters to others, and happens-before between
// these says all about what lies between them.
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
  std::uint32_t goes_on = OrderProblem::none;
  for (const MessageSpan& span : spans_)
    if (span.takes_part) add_to(problem, span, goes_on);
  if (must_be_free().exists()) {
    // The start that follows is an event of the problem, after all others.
    OrderProblem::Event& start = problem.events.emplace_back();
    start.message = goes_on;
    start.starts = true;
    for (std::uint32_t i = 0; i < nodes_.size(); ++i) start.after.push_back(i);
  } else {
    problem.runs_at_end = goes_on;
  }

  const auto order = find_order(problem);
  if (!order) return false;
  in_order_.clear();
  for (const std::uint32_t node : *order)
    if (node < nodes_.size()) in_order_.push_back(nodes_[node]);
  return true;
}

void KeptSets::add_to(OrderProblem& problem, const MessageSpan& span,
                      std::uint32_t& goes_on) const {
  const auto event_at = [&](Position position) -> OrderProblem::Event& {
    const auto node = std::ranges::lower_bound(nodes_, position);
    return problem.events[static_cast<std::size_t>(node - nodes_.begin())];
  };
  const auto index = static_cast<std::uint32_t>(problem.messages.size());
  problem.messages.push_back({span.handler.value});
  if (span.task == reversal_->later.task) goes_on = index;
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

}  // namespace mazurka
