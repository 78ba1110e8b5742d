// ReverseRace(E, e, e'): the executions that run e' without e.
//   Paper    [EventDpor] Algorithm 2 and Appendix A.1. Line numbers (l.) are those of Algorithm 2.
//   Words    events_ = E, kept = F, todo_ and kept_ = S, needed_ = {e''' : e''' happens before e''}
//            with e'' itself.
//   Errata   event_paper.cpp lists them. Those of this algorithm are marked with "sic".
//   Choices  Where the paper pursues all alternatives (l.11 and l.19), each alternative becomes
//            another element of S. For l.19 it is enough to break one shortest cycle at a time:
//            every set without cycles lacks one of the messages of that cycle.
#include "explore/algorithm/event_paper/reverse_race.h"

#include <algorithm>
#include <utility>

namespace mazurka::event_paper {

bool ReverseRace::is_subset(const Set& a, const Set& b) {
  for (std::size_t i = 0; i < a.size(); ++i)
    if (a[i] && !b[i]) return false;
  return true;
}

void ReverseRace::find(Position earlier, Position later, std::vector<WakeupSequence>& found) {
  found.clear();
  const Execution& execution = *execution_;
  begin({execution.events().begin(), execution.events().end()});
  Set all(events_.size(), true);
  for (Position i = earlier; i < execution.size(); ++i)  // l.2; sic: e itself goes, too
    if (execution.happens_before(earlier, i)) all[i] = false;
  // l.3; sic: e'' is the last event before e' of the message of e'. Where a thread has no event
  // before e', its creation takes that place.
  const Position before = execution.cause(later);
  if (before != Execution::nowhere)
    for (Position i = 0; i <= before; ++i) needed_[i] = execution.happens_before(i, before);
  for (Position i = 0; i < execution.size(); ++i)
    if (needed_[i] && !all[i]) return;  // l.21
  find_kept_sets(std::move(all));
  for (const Set& kept : kept_) {  // l.25
    const std::vector<Position> sorted = in_running_order(kept);
    if (sorted.empty() && std::ranges::find(kept, true) != kept.end()) continue;
    WakeupSequence& result = found.emplace_back();
    while (result.prefix < sorted.size() && sorted[result.prefix] == result.prefix)
      ++result.prefix;  // l.32
    for (std::size_t i = result.prefix; i < sorted.size(); ++i)
      result.sequence.push_back(events_[sorted[i]]);
    result.sequence.push_back(events_[later]);  // l.33
  }
}

std::vector<Sequence> ReverseRace::runnable_parts(const Sequence& events, Position prefix) {
  const bool was_union = std::exchange(returns_union_, false);
  const Step last = events.back();
  begin({events.begin(), events.end() - 1});
  fixed_ = prefix;
  const EventOrder& order = *happens_before_;
  for (Position i = 0; i < prefix; ++i) needed_[i] = true;
  for (Position i = 0; i < order.size(); ++i)
    if (order[i].task == last.task ||
        (creates_task(order[i].operation) && order[i].other == last.task))
      for (Position j = 0; j <= i; ++j)
        if (i == j || order.precedes(j, i)) needed_[j] = true;
  find_kept_sets(Set(events_.size(), true));
  std::vector<Sequence> parts;
  for (const Set& kept : kept_) {
    Sequence part;
    for (const Position position : in_running_order(kept))
      if (position >= prefix) part.push_back(events_[position]);
    part.push_back(last);
    parts.push_back(std::move(part));
  }
  returns_union_ = was_union;
  return parts;
}

void ReverseRace::begin(const Sequence& events) {
  events_ = events;
  needed_.assign(events_.size(), false);
  fixed_ = 0;
  todo_.clear();
  kept_.clear();
  tried_.clear();
  happens_before_.emplace(execution_->registry(), execution_->conflicts());
  happens_before_->clear(events_.size());
  for (const Step& step : events_) happens_before_->push(step);
}

void ReverseRace::find_kept_sets(Set all) {
  todo_.push_back(std::move(all));  // l.5
  while (!todo_.empty()) {          // l.6
    const Set kept = std::move(todo_.back());
    todo_.pop_back();
    // What comes of a subset of a set that can be run is not maximal.
    if (std::ranges::any_of(kept_, [&](const Set& known) { return is_subset(kept, known); }))
      continue;
    if (tried_.insert(kept).second) reduce(kept);
  }
  drop_subsets();
  if (!returns_union_ || kept_.size() < 2) return;
  for (const Set& kept : kept_)
    for (std::size_t i = 0; i < kept.size(); ++i)
      if (kept[i]) kept_.front()[i] = true;
  kept_.resize(1);
}

// One round of the loop of l.7–23. The loop ends where nothing has to be removed any more. (sic:
// "until each handler has at most one incomplete message" would end it after a round whose removals
// leave another message incomplete that is not yet the last one of its handler.)
void ReverseRace::reduce(const Set& kept) {
  const EventOrder start = order_of(kept);
  const auto is_needed = [&](const MessagePart& message) {
    for (std::size_t i = 0; i < kept.size(); ++i)
      if (kept[i] && needed_[i] && events_[i].task == message.task) return true;
    return false;
  };
  for (const MessagePart& a : start.messages()) {
    if (a.is_complete) continue;
    std::vector<TaskId> others;  // other incomplete messages of the handler
    for (const MessagePart& b : start.messages())
      if (b.handler == a.handler && b.task != a.task && !b.is_complete) others.push_back(b.task);
    if (others.empty()) continue;
    const auto without_others = [&](TaskId stays) {
      Set rest = kept;
      for (const TaskId other : others)
        if (other != stays && !remove(rest, other)) return;
      if (stays != a.task && !remove(rest, a.task)) return;
      todo_.push_back(std::move(rest));
    };
    if (is_needed(a)) {  // l.8–9
      without_others(a.task);
      return;
    }
    if (std::ranges::any_of(start.messages(), [&](const MessagePart& b) {
          return b.handler == a.handler && !b.is_complete && is_needed(b);
        }))
      continue;              // l.8–9, when it is that message's turn
    without_others(a.task);  // l.10–14; sic: the other incomplete messages are removed, not all
    for (const TaskId other : others) without_others(other);
    return;
  }
  EventOrder order = start;
  for (const MessagePart& incomplete : order.messages()) {  // l.16–17
    if (incomplete.is_complete) continue;
    for (const MessagePart& other : order.messages())
      if (other.handler == incomplete.handler && other.task != incomplete.task)
        order.order(other, incomplete);
  }
  order.saturate();
  if (!order.is_cyclic()) {
    kept_.push_back(kept);
    return;
  }
  for (const TaskId message : order.cycle()) {  // l.18–19
    Set rest = kept;
    if (remove(rest, message)) todo_.push_back(std::move(rest));
  }
}

// Removes a message and what happens after its events (l.20). Returns false if an event goes that
// e' needs (l.21–22).
bool ReverseRace::remove(Set& kept, TaskId message) const {
  for (Position i = 0; i < events_.size(); ++i) {
    if (!kept[i] || events_[i].task != message) continue;
    for (Position j = i; j < events_.size(); ++j) {
      if (!kept[j] || (i != j && !happens_before_->precedes(i, j))) continue;
      if (needed_[j]) return false;
      kept[j] = false;
    }
    break;  // the other events of the message happen after its first one
  }
  return true;
}

// "A set of maximal executions" (Section 5.2 and Appendix A.1).
void ReverseRace::drop_subsets() {
  for (std::size_t i = 0; i < kept_.size();) {
    bool is_contained = false;
    for (std::size_t j = 0; j < kept_.size() && !is_contained; ++j)
      is_contained = i != j && is_subset(kept_[i], kept_[j]);
    if (is_contained) {
      kept_.erase(kept_.begin() + static_cast<std::ptrdiff_t>(i));
    } else {
      ++i;
    }
  }
}

// l.4: happens-before on F, saturated.
EventOrder ReverseRace::order_of(const Set& kept) const {
  EventOrder order(execution_->registry(), execution_->conflicts());
  order.clear(events_.size());
  for (std::size_t i = 0; i < events_.size(); ++i)
    if (kept[i]) order.push(events_[i]);
  for (const MessagePart& a : order.messages())  // messages of a fixed prefix come first
    if (a.first < fixed_)
      for (const MessagePart& b : order.messages())
        if (a.handler == b.handler && a.first < b.first) order.order(a, b);
  order.saturate();
  return order;
}

// l.26–31: orders the messages of each handler and sorts the events. Returns nothing if there is no
// order. A union that cannot be run is sorted by happens-before and what else is known to be
// ordered.
std::vector<Position> ReverseRace::in_running_order(const Set& kept) {
  EventOrder order = order_of(kept);
  const auto complete_first = [](EventOrder& of) {
    for (const MessagePart& incomplete : of.messages()) {
      if (incomplete.is_complete) continue;
      for (const MessagePart& other : of.messages())
        if (other.handler == incomplete.handler && other.is_complete) of.order(other, incomplete);
    }
    of.saturate();
  };
  complete_first(order);
  if (returns_union_ && order.is_cyclic()) order = order_of(kept);
  EventOrder attempt = order;
  if (!attempt.order_as_in_sequence()) {  // l.26–27
    attempt = order;
    if (!attempt.search_order()) {  // l.28–30
      if (!returns_union_) {
        ++without_order_;
        return {};
      }
      attempt = order;
    }
  }
  std::vector<Position> positions;  // of the events of `attempt`
  for (Position i = 0; i < events_.size(); ++i)
    if (kept[i]) positions.push_back(i);
  std::vector<Position> sorted = attempt.sorted(0);  // l.31
  for (Position& position : sorted) position = positions[position];
  return sorted;
}

}  // namespace mazurka::event_paper
