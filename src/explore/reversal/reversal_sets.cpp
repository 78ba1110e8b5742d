#include "explore/reversal/reversal_sets.h"

#include <algorithm>

namespace mazurka {

void ReversalSets::begin_execution() {
  messages_.clear();
  for (Position i = 0; i < execution_->size(); ++i) {
    const Event& event = (*execution_)[i];
    if (event.operation != OperationKind::start) continue;
    MessageInfo& message = messages_.emplace_back();
    message.task = event.task;
    message.handler = execution_->registry().handler_of(event.task);
    message.start = i;
    message.last = execution_->events_of(event.task).back();
    message.post = execution_->creation_of(event.task);
    if ((*execution_)[message.last].ends_task) message.end = message.last;
  }
}

ReversalSets::Kept ReversalSets::all_that_can_stay() const {
  Kept kept(execution_->size());
  for (Position i = 0; i < execution_->size(); ++i)
    if (i < reversal_->earlier || reversal_->keeps(*execution_, i)) kept.insert(i);
  return kept;
}

// The usual case: every message is kept whole or not at all, but for the one that e' goes on with,
// which is the last on its handler. Then the old order will do.
bool ReversalSets::nothing_is_torn(const Kept& kept) const {
  for (const MessageInfo& message : messages_)
    if (kept[message.start] && !kept[message.last] && message.task != reversal_->later.task)
      return false;
  return keeps_old_order(kept);
}

// Does a message that was posted earlier, and is not started, stand before the one that e' starts?
bool ReversalSets::is_passed_over(const Kept& kept) const {
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

// Can the kept events run in the order in which they stand in the execution?
bool ReversalSets::keeps_old_order(const Kept& kept) const {
  if (is_passed_over(kept)) return false;
  for (std::size_t i = 0; i < messages_.size(); ++i) {
    const MessageInfo& message = messages_[i];
    if (!kept[message.start]) {
      // A fifo handler cannot pass over a message that is in its mailbox.
      if (!is_fifo(message) || message.post == Execution::nowhere || !kept[message.post]) continue;
    } else if (!is_unfinished(message, kept)) {
      continue;
    }
    if (message.handler == must_be_free()) return false;
    for (std::size_t j = i + 1; j < messages_.size(); ++j)
      if (messages_[j].handler == message.handler && kept[messages_[j].start]) return false;
  }
  return true;
}

void ReversalSets::expand(const Reversal& reversal) {
  reversal_ = &reversal;
  found_.clear();
  const Kept kept = all_that_can_stay();
  if (nothing_is_torn(kept)) {
    FoundSet& set = found_.emplace_back();
    set.kept = kept;
    set.prefix = reversal.earlier;
    for (Position i = reversal.earlier; i < execution_->size(); ++i)
      if (kept[i]) set.order.push_back(i);
    return;
  }
  ran_out_of_orders_ = false;
  find_sets_from(choose_prefix(kept, /*all=*/false), kept);
  if (ran_out_of_orders_) find_sets_from(choose_prefix(kept, /*all=*/true), kept);
  keep_maximal();
  if (only_first_set && found_.size() > 1) found_.resize(1);
}

void ReversalSets::find_sets_from(Position prefix, const Kept& kept) {
  tried_.clear();
  find_sets(prefix, kept);
}

// Before the first decision of a handler that may have to be another one: the starts of messages
// that are torn (fifo: the posts to a handler with a message that is torn or does not start).
// `all`: before the first decision of any handler.
Position ReversalSets::choose_prefix(const Kept& kept, bool all) const {
  Position prefix = reversal_->earlier;
  if (goes_on_before_earlier) return prefix;
  const auto is_torn = [&](const MessageInfo& message) {
    return is_unfinished(message, kept) ||
           (is_fifo(message) && !kept[message.start] && message.post != Execution::nowhere &&
            kept[message.post]);
  };
  for (const MessageInfo& message : messages_) {
    const Position decision = is_fifo(message) ? message.post : message.start;
    if (decision == Execution::nowhere || decision >= prefix) continue;
    const bool relevant = all || is_torn(message) ||
                          (is_fifo(message) && std::ranges::any_of(messages_, [&](auto& m) {
                             return m.handler == message.handler && is_torn(m);
                           }));
    if (relevant) prefix = decision;
  }
  return prefix;
}

// Takes the message away, with all that happens after its start. False if something of that is
// needed, or lies in the prefix.
bool ReversalSets::drop(const MessageInfo& message, Position prefix, Kept& kept) const {
  if (message.start < prefix) return false;
  const auto known_to = [&](Position later) {
    return later != Execution::nowhere && execution_->happens_before(message.start, later);
  };
  if (known_to(reversal_->cause) || known_to(reversal_->waker)) return false;
  if (needs_all_predecessors && known_to(reversal_->later_at)) return false;
  for (Position i = message.start; i < execution_->size(); ++i)
    if (kept[i] && execution_->happens_before(message.start, i)) kept.erase(i);
  return true;
}

// At most one unfinished message per handler; where e' goes on with a message, none but that one.
// REQUIRES: there is an unfinished message on the handler that cannot stay, or more than one.
ReversalSets::Unfinished ReversalSets::settle_handler(HandlerId handler, Position prefix,
                                                      Kept& kept) {
  const auto unfinished_here = [&](const MessageInfo& message, const Kept& set) {
    return message.handler == handler && is_unfinished(message, set);
  };
  const MessageInfo* stays = nullptr;
  for (const MessageInfo& message : messages_) {
    if (!unfinished_here(message, kept)) continue;
    if (message.task == reversal_->later.task) stays = &message;
    // One that runs at the end of the prefix is there to stay.
    if (message.start < prefix && (stays == nullptr || stays->task != reversal_->later.task))
      stays = &message;
  }
  const auto drop_others = [&](const MessageInfo* chosen, Kept& set) {
    for (const MessageInfo& message : messages_)
      if (&message != chosen && unfinished_here(message, set) && !drop(message, prefix, set))
        return false;
    return true;
  };
  if (handler == must_be_free()) stays = nullptr;
  if (stays != nullptr || handler == must_be_free())
    return drop_others(stays, kept) ? Unfinished::dropped : Unfinished::impossible;
  for (const MessageInfo& chosen : messages_) {
    if (!unfinished_here(chosen, kept)) continue;
    Kept branch = kept;
    if (drop_others(&chosen, branch)) find_sets(prefix, std::move(branch));
  }
  return Unfinished::branched;
}

// Which message closes its handler for all that are not yet started at the end of the prefix?
bool ReversalSets::closes_handler(const MessageInfo& message, Position prefix,
                                  const Kept& kept) const {
  if (message.start < prefix) return is_unfinished(message, kept);
  return is_fifo(message) && !kept[message.start] && message.post != Execution::nowhere &&
         message.post < prefix;
}

// What a closed handler cannot run any more has to go.
ReversalSets::Unfinished ReversalSets::settle_closed(Position prefix, Kept& kept) const {
  for (const MessageInfo& closing : messages_) {
    if (!closes_handler(closing, prefix, kept)) continue;
    for (const MessageInfo& message : messages_) {
      const bool comes_later = message.start >= prefix && message.start > closing.start;
      if (message.handler != closing.handler || !kept[message.start] || !comes_later) continue;
      return drop(message, prefix, kept) ? Unfinished::dropped : Unfinished::impossible;
    }
  }
  return Unfinished::settled;
}

ReversalSets::Unfinished ReversalSets::settle_unfinished(Position prefix, Kept& kept) {
  const Unfinished closed = settle_closed(prefix, kept);
  if (closed != Unfinished::settled) return closed;
  for (std::size_t i = 0; i < messages_.size(); ++i) {
    const MessageInfo& message = messages_[i];
    if (!is_unfinished(message, kept)) continue;
    bool too_many = message.handler == must_be_free();
    for (std::size_t j = i + 1; j < messages_.size() && !too_many; ++j)
      too_many = messages_[j].handler == message.handler && is_unfinished(messages_[j], kept);
    if (too_many) return settle_handler(message.handler, prefix, kept);
  }
  return settle_followers(prefix, kept);
}

// An unfinished message comes last on its handler, so nothing may depend on it that another message
// of the handler does: one of the two has to go.
ReversalSets::Unfinished ReversalSets::settle_followers(Position prefix, const Kept& kept) {
  for (const MessageInfo& message : messages_) {
    if (!is_unfinished(message, kept)) continue;
    for (const MessageInfo& follower : messages_) {
      if (follower.handler != message.handler || follower.task == message.task ||
          !kept[follower.start] || !depends_on_start(follower, message, kept))
        continue;
      for (const MessageInfo* goes : {&follower, &message}) {
        Kept branch = kept;
        if (drop(*goes, prefix, branch)) find_sets(prefix, std::move(branch));
      }
      return Unfinished::branched;
    }
  }
  return Unfinished::settled;
}

// Does something that is kept of `follower` happen after the start of `message`?
bool ReversalSets::depends_on_start(const MessageInfo& follower, const MessageInfo& message,
                                    const Kept& kept) const {
  const auto events = execution_->events_of(follower.task);
  for (auto last = events.rbegin(); last != events.rend(); ++last)
    if (kept[*last]) return execution_->happens_before(message.start, *last);
  return false;
}

void ReversalSets::find_sets(Position prefix, Kept kept) {
  while (true) {
    if (std::ranges::find(tried_, kept) != tried_.end()) return;
    tried_.push_back(kept);
    const Unfinished state = settle_unfinished(prefix, kept);
    if (state == Unfinished::settled) break;
    if (state != Unfinished::dropped) return;
  }
  if (keeps_old_order(kept)) {
    FoundSet& set = found_.emplace_back();
    set.prefix = prefix;
    for (Position i = prefix; i < execution_->size(); ++i)
      if (kept[i]) set.order.push_back(i);
    set.kept = std::move(kept);
    return;
  }
  if (move_unfinished_to_end(prefix, kept) || find_new_order(prefix, kept)) {
    found_.push_back({std::move(kept), prefix, order_});
    return;
  }
  // Some message has to go: try each.
  ran_out_of_orders_ = true;
  for (const MessageInfo& message : messages_) {
    Kept smaller = kept;
    if (kept[message.start] && drop(message, prefix, smaller)) find_sets(prefix, smaller);
  }
}

// The usual new order: unfinished messages, and what happens after their starts, come last.
bool ReversalSets::move_unfinished_to_end(Position prefix, const Kept& kept) {
  if (must_be_free().exists()) return false;
  std::vector<Position> late;
  for (const MessageInfo& message : messages_)
    if (message.start >= prefix && is_unfinished(message, kept)) late.push_back(message.start);
  if (late.empty()) return false;
  const auto is_late = [&](Position i) {
    return std::ranges::any_of(
        late, [&](Position start) { return execution_->happens_before(start, i); });
  };
  order_.clear();
  for (const bool wants_late : {false, true})
    for (Position i = prefix; i < execution_->size(); ++i)
      if (kept[i] && is_late(i) == wants_late) order_.push_back(i);
  return can_run_in_order(prefix);
}

// Runs order_ on handlers. REQUIRES: it respects happens-before.
bool ReversalSets::can_run_in_order(Position prefix) const {
  const Registry& registry = execution_->registry();
  std::vector<TaskId> running(registry.handler_count());
  std::vector<std::vector<TaskId>> queues(registry.handler_count());  // fifo only
  const auto run = [&](const Event& event) {
    if (event.operation == OperationKind::post) {
      const HandlerId to = registry.handler_of(event.other);
      if (registry.handler(to).discipline == Discipline::fifo)
        queues[to.value].push_back(event.other);
    }
    const HandlerId on = registry.handler_of(event.task);
    if (!on.exists()) return true;
    if (event.operation == OperationKind::start) {
      auto& queue = queues[on.value];
      const bool fifo = registry.handler(on).discipline == Discipline::fifo;
      if (running[on.value].exists() || (fifo && queue.front() != event.task)) return false;
      if (fifo) queue.erase(queue.begin());
      running[on.value] = event.task;
    }
    if (event.ends_task) running[on.value] = TaskId::none();
    return true;
  };
  for (Position i = 0; i < prefix; ++i) (void)run((*execution_)[i]);
  for (const Position i : order_)
    if (!run((*execution_)[i])) return false;
  const HandlerId goes_on = registry.handler_of(reversal_->later.task);
  return !goes_on.exists() || running[goes_on.value] == reversal_->later.task;
}

bool ReversalSets::find_new_order(Position prefix, const Kept& kept) {
  OrderProblem problem;
  std::vector<Position> positions;
  std::vector<std::uint32_t> index_of(execution_->size(), OrderProblem::none);
  std::vector<std::uint32_t> message_of(execution_->registry().task_count(), OrderProblem::none);
  for (std::uint32_t h = 0; h < execution_->registry().handler_count(); ++h)
    problem.handlers.push_back(execution_->registry().handler({h}).discipline);

  // Messages that have been posted; those in a mailbox in the order of their posts.
  for (Position i = 0; i < execution_->size(); ++i) {
    const Event& event = (*execution_)[i];
    if (event.operation != OperationKind::post || !kept[i]) continue;
    const auto events = execution_->events_of(event.other);
    const bool started_before = !events.empty() && events.front() < prefix;
    const bool ended_before =
        started_before && (*execution_)[events.back()].ends_task && events.back() < prefix;
    if (ended_before) continue;
    message_of[event.other.value] = static_cast<std::uint32_t>(problem.messages.size());
    problem.messages.push_back({execution_->registry().handler_of(event.other).value,
                                started_before, !started_before && i < prefix});
  }
  for (Position i = prefix; i < execution_->size(); ++i) {
    if (!kept[i]) continue;
    const Event& event = (*execution_)[i];
    OrderProblem::Event& added = problem.events.emplace_back();
    index_of[i] = static_cast<std::uint32_t>(positions.size());
    positions.push_back(i);
    added.message = message_of[event.task.value];
    added.starts = event.operation == OperationKind::start;
    added.ends = event.ends_task && added.message != OrderProblem::none;
    if (event.operation == OperationKind::post) added.posts = message_of[event.other.value];
    for (Position j = prefix; j < i; ++j)
      if (kept[j] && execution_->happens_before(j, i)) added.after.push_back(index_of[j]);
  }
  const std::uint32_t goes_on = message_of[reversal_->later.task.value];
  if (must_be_free().exists()) {
    // The start that follows is an event of the problem, after all others.
    OrderProblem::Event& start = problem.events.emplace_back();
    start.message = goes_on;
    start.starts = true;
    for (std::uint32_t i = 0; i < positions.size(); ++i) start.after.push_back(i);
  } else {
    problem.runs_at_end = goes_on;
  }

  const auto order = find_order(problem);
  if (!order) return false;
  order_.clear();
  for (const std::uint32_t index : *order)
    if (index < positions.size()) order_.push_back(positions[index]);
  return true;
}

void ReversalSets::keep_maximal() {
  std::vector<FoundSet> maximal;
  for (std::size_t i = 0; i < found_.size(); ++i) {
    bool covered = false;
    for (std::size_t j = 0; j < found_.size() && !covered; ++j)
      covered = i != j && found_[i].kept.is_subset_of(found_[j].kept) &&
                (j < i || found_[i].kept != found_[j].kept);
    if (!covered) maximal.push_back(found_[i]);
  }
  found_ = std::move(maximal);
}

}  // namespace mazurka
