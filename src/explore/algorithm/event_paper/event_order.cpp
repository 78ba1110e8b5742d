#include "explore/algorithm/event_paper/event_order.h"

#include <algorithm>

namespace mazurka::event_paper {

void EventOrder::clear(std::size_t most_events) {
  events_.clear();
  messages_.clear();
  handler_edges_.clear();
  words_ = (most_events + 63) / 64;
  rows_.clear();
  is_cyclic_ = false;
  has_wide_accesses_ = false;
  last_of_task_.assign(registry_->task_count(), none);
  created_by_.assign(registry_->task_count(), none);
  last_access_.assign(registry_->object_count(), none);
  previous_access_.clear();
}

void EventOrder::push(const Step& step) {
  const Position position = size();
  events_.push_back(step);
  rows_.resize(rows_.size() + words_, 0);
  const auto depend_on = [&](Position earlier) {
    if (earlier != none && !precedes(earlier, position)) add_row(earlier, position);
  };
  Position& last = last_of_task_[step.task.value];
  depend_on(last != none ? last : created_by_[step.task.value]);
  if (step.operation == OperationKind::join) depend_on(last_of_task_[step.other.value]);
  last = position;
  if (creates_task(step.operation)) created_by_[step.other.value] = position;
  add_conflicts(step, position);
  const HandlerId handler = registry_->handler_of(step.task);
  if (!handler.exists()) return;
  auto part = std::ranges::find(messages_, step.task, &MessagePart::task);
  if (part == messages_.end()) {
    messages_.push_back({.task = step.task, .handler = handler, .first = position});
    part = messages_.end() - 1;
  }
  part->last = position;
  ++part->events;
  part->is_complete = step.ends_task;
}

// Models access at most one variable at a time. An access of a native program may cover several;
// from then on, all events are compared.
void EventOrder::add_conflicts(const Step& step, Position position) {
  const auto accesses = registry_->accesses(step.accesses);
  previous_access_.push_back(none);
  has_wide_accesses_ = has_wide_accesses_ || accesses.size() > 1;
  if (has_wide_accesses_) {
    for (Position earlier = position; earlier-- > 0;)
      if (!precedes(earlier, position) && depends(*registry_, *table_, events_[earlier], step))
        add_row(earlier, position);
    return;
  }
  if (accesses.empty()) return;
  Position& last = last_access_[accesses.front().object.value];
  for (Position earlier = last; earlier != none; earlier = previous_access_[earlier]) {
    const AccessKind kind = registry_->accesses(events_[earlier].accesses).front().kind;
    if (table_->conflict(kind, accesses.front().kind) && !precedes(earlier, position))
      add_row(earlier, position);
    if (kind != AccessKind::read) break;  // what came before a write happens before it
  }
  previous_access_[position] = last;
  last = position;
}

const MessagePart* EventOrder::message(TaskId task) const {
  const auto part = std::ranges::find(messages_, task, &MessagePart::task);
  return part == messages_.end() ? nullptr : &*part;
}

std::optional<Position> EventOrder::position_of(EventId event) const {
  for (Position position = 0; position < size(); ++position)
    if (events_[position].id() == event) return position;
  return std::nullopt;
}

// Adds `from` and all that precedes it to the row of `to`.
void EventOrder::add_row(Position from, Position to) {
  std::uint64_t* const target = row(to);
  const std::uint64_t* const source = row(from);
  for (std::size_t word = 0; word < words_; ++word) target[word] |= source[word];
  target[from / 64] |= std::uint64_t{1} << (from % 64);
}

void EventOrder::add(Position earlier, Position later) {
  if (precedes(earlier, later)) return;
  if (earlier == later || precedes(later, earlier)) is_cyclic_ = true;
  add_row(earlier, later);
  for (Position position = 0; position < size(); ++position)
    if (position != later && precedes(later, position)) add_row(later, position);
}

void EventOrder::order(const MessagePart& earlier, const MessagePart& later) {
  handler_edges_.emplace_back(earlier.last, later.first);
  add(earlier.last, later.first);
}

void EventOrder::saturate() {
  for (bool has_changed = true; has_changed && !is_cyclic_;) {
    has_changed = false;
    for (const MessagePart& a : messages_)
      for (const MessagePart& b : messages_) {
        if (a.handler != b.handler || a.task == b.task) continue;
        // Program order makes the first event of a and the last event of b represent them.
        if (!precedes(a.first, b.last) || precedes(a.last, b.first)) continue;
        order(a, b);
        has_changed = true;
      }
  }
}

bool EventOrder::order_as_in_sequence() {
  for (std::size_t i = 0; i < messages_.size(); ++i)
    for (std::size_t j = i + 1; j < messages_.size(); ++j) {
      const MessagePart& a = messages_[i];
      const MessagePart& b = messages_[j];
      if (a.handler == b.handler && !are_ordered(a, b)) order(a, b);
    }
  return !is_cyclic_;
}

bool EventOrder::search_order() {
  saturate();
  if (is_cyclic_) return false;
  for (std::size_t i = 0; i < messages_.size(); ++i)
    for (std::size_t j = i + 1; j < messages_.size(); ++j) {
      if (messages_[i].handler != messages_[j].handler || are_ordered(messages_[i], messages_[j]))
        continue;
      EventOrder other = *this;
      order(messages_[i], messages_[j]);
      if (search_order()) return true;
      *this = std::move(other);
      order(messages_[j], messages_[i]);
      return search_order();
    }
  return true;
}

std::vector<Position> EventOrder::sorted(Position from) const {
  std::vector<Position> result;
  std::vector<bool> is_placed(size(), false);
  std::fill_n(is_placed.begin(), from, true);
  const auto can_come_next = [&](Position position) {
    for (Position earlier = from; earlier < size(); ++earlier)
      if (!is_placed[earlier] && precedes(earlier, position)) return false;
    return true;
  };
  while (result.size() + from < size()) {
    Position next = from;
    while (next < size() && (is_placed[next] || !can_come_next(next))) ++next;
    if (next == size()) break;  // a cycle
    is_placed[next] = true;
    result.push_back(next);
  }
  return result;
}

// A breadth-first search over happens-before and the edges between messages, from each event that
// such an edge leads to.
std::vector<TaskId> EventOrder::cycle() const {
  EventOrder plain(*registry_, *table_);
  plain.clear(events_.size());
  for (const Step& step : events_) plain.push(step);
  const auto has_edge = [&](Position from, Position to) {
    return plain.precedes(from, to) ||
           std::ranges::find(handler_edges_, std::pair{from, to}) != handler_edges_.end();
  };
  std::vector<Position> shortest;
  for (const auto& [last, first] : handler_edges_) {
    constexpr Position unseen = 0xffffffffu;
    std::vector<Position> came_from(size(), unseen);
    std::vector<Position> queue = {first};
    for (std::size_t next = 0; next < queue.size() && came_from[first] == unseen; ++next)
      for (Position to = 0; to < size(); ++to)
        if (came_from[to] == unseen && has_edge(queue[next], to)) {
          came_from[to] = queue[next];
          queue.push_back(to);
        }
    if (came_from[first] == unseen) continue;
    std::vector<Position> found = {first};
    for (Position at = came_from[first]; at != first; at = came_from[at]) found.push_back(at);
    if (shortest.empty() || found.size() < shortest.size()) shortest = found;
  }
  std::vector<TaskId> tasks;
  for (const Position position : shortest) {
    const TaskId task = events_[position].task;
    if (message(task) != nullptr && std::ranges::find(tasks, task) == tasks.end())
      tasks.push_back(task);
  }
  return tasks;
}

bool do_the_same(const Step& a, const Step& b) {
  return a.id() == b.id() && a.operation == b.operation && a.accesses == b.accesses &&
         a.other == b.other;
}

}  // namespace mazurka::event_paper
