#include "explore/algorithm/em/em_order.h"

#include <algorithm>

namespace mazurka {

void EmOrder::make_room() {
  const Registry& registry = execution_->registry();
  if (posts_.size() < registry.handler_count()) posts_.resize(registry.handler_count());
  if (registry.task_count() <= stride_) return;
  const std::uint32_t stride = std::max(registry.task_count(), stride_ * 2);
  std::vector<std::uint32_t> wider(std::size_t{stride} * size_, 0);
  for (Position i = 0; i < size_; ++i)
    std::ranges::copy(clock(i),
                      wider.begin() + static_cast<std::ptrdiff_t>(std::size_t{i} * stride));
  clocks_ = std::move(wider);
  stride_ = stride;
}

void EmOrder::join(Position position, Position earlier) {
  const std::uint32_t* const from = clocks_.data() + std::size_t{earlier} * stride_;
  std::uint32_t* const to = clocks_.data() + std::size_t{position} * stride_;
  for (std::size_t i = 0; i < stride_; ++i) to[i] = std::max(to[i], from[i]);
}

void EmOrder::learn(Clock& clock, Position position) const {
  const auto from = this->clock(position);
  if (clock.size() < from.size()) clock.resize(from.size(), 0);
  for (std::size_t i = 0; i < from.size(); ++i) clock[i] = std::max(clock[i], from[i]);
}

bool EmOrder::depend(const Access& a, const Access& b, TaskId of_a, TaskId of_b) const {
  if (a.kind == AccessKind::read && b.kind == AccessKind::read)
    return !choices_.reads_independent;  // C.1
  if (!conflict(execution_->registry(), execution_->conflicts(), a, b)) return false;
  if (a.kind != AccessKind::lock || !choices_.same_thread_locks_independent) return true;
  const Registry& registry = execution_->registry();
  return threads_->of(registry, of_a) != threads_->of(registry, of_b);  // Appendix C.2
}

// Rule 2: orders the start of a message after the last event of each message whose post happens
// before its own post. The handler must be fifo, so these messages have ended; EM-DPOR refuses
// programs with other handlers.
void EmOrder::add_fifo(const Event& event, Position position) {
  const Position post = execution_->creation_of(event.task);
  if (post == Execution::nowhere) return;
  for (const Position other : posts_to(execution_->registry().handler_of(event.task))) {
    if (other >= post) break;
    if (!happens_before(other, post)) continue;
    const auto events = execution_->events_of((*execution_)[other].other);
    if (!events.empty()) join(position, events.back());
  }
}

// Rule 1: orders the event after all earlier events that depend on it.
void EmOrder::add_conflicts(const Event& event, Position position) {
  for (const Access& access : execution_->registry().accesses(event.accesses)) {
    // The list may already contain the event itself, and events after it.
    const auto* record = execution_->last_access(access.object);
    for (; record != nullptr; record = execution_->previous(record)) {
      if (record->position >= position || happens_before(record->position, position)) continue;
      if (depend(record->access(), access, (*execution_)[record->position].task, event.task))
        join(position, record->position);
    }
  }
}

// Joins the clocks of the event's predecessors: the previous event of its task or the creation of
// the task, what it joins or waits for, and what the three rules add.
void EmOrder::push(Position reordered) {
  make_room();
  const Position position = size_++;
  const Event& event = (*execution_)[position];
  clocks_.resize(std::size_t{size_} * stride_);
  std::fill(clocks_.end() - static_cast<std::ptrdiff_t>(stride_), clocks_.end(), 0);
  const Position cause = execution_->cause(position);
  if (cause != Execution::nowhere) join(position, cause);
  if (event.operation == OperationKind::join && !execution_->events_of(event.other).empty())
    join(position, execution_->events_of(event.other).back());
  // An awaited event that the execution does not have orders nothing, as in Execution::push().
  for (const EventId awaited : {awaited_event(event), received_event(event)})
    if (const Position at = execution_->position_of(awaited); at != Execution::nowhere)
      join(position, at);
  if (event.operation == OperationKind::start) add_fifo(event, position);
  if (reordered != Execution::nowhere) join(position, reordered);  // rule 3
  add_conflicts(event, position);
  clocks_[std::size_t{position} * stride_ + event.task.value] = event.index + 1;
  if (event.operation == OperationKind::post)
    posts_[execution_->registry().handler_of(event.other).value].push_back(position);
}

void EmOrder::truncate(Position length) {
  if (length >= size_) return;
  for (auto& posts : posts_)
    while (!posts.empty() && posts.back() >= length) posts.pop_back();
  size_ = length;
  clocks_.resize(std::size_t{size_} * stride_);
}

void EmOrder::clock_of(const Pending& next, Clock& result) const {
  result.assign(stride_, 0);
  const auto events = execution_->events_of(next.task);
  const Position cause = events.empty() ? execution_->creation_of(next.task) : events.back();
  if (cause != Execution::nowhere) learn(result, cause);
  if (const EventId awaited = awaited_event(next); awaited.task.exists())
    if (const Position at = execution_->position_of(awaited); at != Execution::nowhere)
      learn(result, at);
}

}  // namespace mazurka
