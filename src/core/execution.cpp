#include "core/execution.h"

#include <algorithm>
#include <optional>

#include "core/invariant.h"

namespace mazurka {

Execution::Execution(Registry& registry, Relation relation, ConflictTable table)
    : registry_(&registry), relation_(relation), table_(table) {}

AccessListId Execution::extended(AccessListId list, Access extra) const {
  const std::uint64_t key = (std::uint64_t{list.value} << 32) | extra.object.value;
  const auto known = extended_.find(key);
  if (known != extended_.end()) return known->second;
  const auto touched = registry_->accesses(list);
  std::vector<Access> accesses(touched.begin(), touched.end());
  accesses.push_back(extra);
  return extended_[key] = registry_->access_list(accesses);
}

AccessListId Execution::accesses_of(const Step& step) const {
  AccessListId result = step.accesses;
  if ((step.operation == OperationKind::arrive || step.operation == OperationKind::leave) &&
      !table_.by_effect())
    result = registry_->without_rounds(result);
  const ConflictRow row = wakes(step.operation) ? ConflictRow::wakes_task : ConflictRow::success;
  if (depends_on_state(step) && (!step.succeeded || !table_.has(row)))
    result = registry_->as_reads(result);
  if (relation_ == Relation::events) return result;
  const HandlerId runs_on = registry_->handler_of(step.task);
  if (runs_on.exists() && (step.operation == OperationKind::start || step.ends_task))
    result = extended(result, {registry_->handler(runs_on).as_lock, AccessKind::handler});
  if (step.operation == OperationKind::post) {
    const HandlerInfo& target = registry_->handler(registry_->handler_of(step.other));
    if (post_is_choice(target.discipline))
      result = extended(result, {target.mailbox, AccessKind::mailbox});
  }
  return result;
}

AccessListId Execution::accesses_if_it_succeeds(const Step& step) const {
  return wakes(step.operation) ? registry_->as_conditions(step.accesses)
                               : registry_->as_writes(step.accesses);
}

void Execution::set_success(Step& step, bool succeeds) const {
  step.succeeded = succeeds;
  step.accesses = accesses_if_it_succeeds(step);
  step.accesses = accesses_of(step);
}

void Execution::make_room_for_tasks() {
  const std::uint32_t tasks = registry_->task_count();
  if (tasks <= stride_) return;
  const std::uint32_t stride = std::max({tasks, stride_ * 2, 8u});
  std::vector<std::uint32_t> wider(std::size_t{stride} * events_.size(), 0);
  for (Position i = 0; i < size(); ++i)
    std::copy_n(clocks_.begin() + static_cast<std::ptrdiff_t>(std::size_t{i} * stride_), stride_,
                wider.begin() + static_cast<std::ptrdiff_t>(std::size_t{i} * stride));
  clocks_ = std::move(wider);
  stride_ = stride;
  events_of_.resize(stride);
  created_by_.resize(stride, nowhere);
}

Position Execution::find_cause(const Event& event) const {
  if (event.index > 0) return events_of_[event.task.value].back();
  return table_.has(ConflictRow::creation) ? created_by_[event.task.value] : nowhere;
}

// Adds the causal past of `earlier`.
void Execution::depend_on(Position earlier, Position later) {
  const std::span<const std::uint32_t> from = row(earlier);
  const std::span<std::uint32_t> to = row(later);
  for (std::size_t i = 0; i < stride_; ++i) to[i] = std::max(to[i], from[i]);
  Position& last = links_[later].last_dependency;
  if (last == nowhere || earlier > last) last = earlier;
}

// Adds the edges that no schedule can reverse.
void Execution::add_fixed_dependencies(const Event& event, Position position) {
  if (event.operation == OperationKind::join && table_.has(ConflictRow::join)) {
    const auto joined = events_of(event.other);
    if (!joined.empty()) depend_on(joined.back(), position);
  }
  if (event.operation == OperationKind::leave && table_.has(ConflictRow::arrival))
    depend_on_arrivals(event, position);
  if (const EventId awaited = awaited_event(event);
      awaited.task.exists() &&
      table_.has(event.operation == OperationKind::receive ? ConflictRow::send_receive
                                                           : ConflictRow::wake)) {
    const Position waker = position_of(awaited);
    if (waker != nowhere) depend_on(waker, position);
  }
}

// Lets the leaving of a barrier depend on all arrivals of its round. Rounds follow each other, so
// the walk ends at an earlier one.
void Execution::depend_on_arrivals(const Event& leaving, Position position) {
  for (auto* record = last_access(leaving.object); record != nullptr; record = previous(record)) {
    const Event& event = events_[record->position];
    if (event.operation != OperationKind::arrive) continue;
    if (round_of(event) < round_of(leaving)) break;
    if (round_of(event) == round_of(leaving)) depend_on(record->position, position);
  }
}

// Adds to candidates_ the earlier events that conflict with an access to a barrier. An arrival
// depends on those of the round before, which all that came earlier happens before, and on the
// last event that initialised the barrier.
void Execution::add_barrier_candidates(const Access& access) {
  const AccessRecord* record = last_access(access.object);
  if (record != nullptr && access.kind == AccessKind::leave) record = last_write(record);
  std::optional<std::uint32_t> round_before;
  for (; record != nullptr; record = previous(record)) {
    if (!is_at_barrier(record->kind)) {
      if (table_.conflict(record->kind, access.kind)) candidates_.push_back(record->position);
      return;
    }
    if (record->kind == AccessKind::leave || record->detail == access.detail) continue;
    if (!round_before) round_before = record->detail;
    if (record->detail != *round_before) return;
    if (table_.has(ConflictRow::rounds)) candidates_.push_back(record->position);
  }
}

// Adds to candidates_ the earlier events that conflict with an access to the mailbox of a task.
//
// A send S depends on the last send, and on each earlier receive that ran its `after` and could
// take the message. Only one of these receives has to be added, the last one: all receives from a
// mailbox belong to one task, so the others happen before it. The last send does not make this
// receive superfluous, because it may be one that the receive could not take.
void Execution::add_mailbox_candidates(const Event& event, const Access& access) {
  const auto add_last_send = [&](ConflictRow row) {
    const AccessRecord* last = last_access(access.object);
    if (last != nullptr) last = last_write(last);
    if (last != nullptr && table_.has(row)) candidates_.push_back(last->position);
  };
  if (access.kind == AccessKind::send) {
    add_last_send(ConflictRow::send_send);
    const std::uint32_t last = last_afters_.last_in_conflict(*registry_, table_, access);
    if (last != LastAfters::none) candidates_.push_back(after_positions_[last]);
  } else if (access.kind == AccessKind::after) {
    if (access.detail == MessageMatches::everything) add_last_send(ConflictRow::after_send);
  } else if (event.operation == OperationKind::try_receive &&
             table_.has(ConflictRow::send_receive)) {
    const Position send = position_of(received_event(event));
    if (send != nowhere) candidates_.push_back(send);
  }
}

void Execution::add_conflicts(const Event& event, Position position) {
  candidates_.clear();
  for (const Access& access : registry_->accesses(event.accesses)) {
    if (access.object.value >= last_access_.size())
      last_access_.resize(registry_->object_count(), AccessRecord::none);
    if (is_at_barrier(access.kind)) {
      add_barrier_candidates(access);
      continue;
    }
    if (access.kind >= AccessKind::send) {
      add_mailbox_candidates(event, access);
      continue;
    }
    const AccessRecord* earlier = last_access(access.object);
    if (earlier != nullptr && access.kind == AccessKind::read) earlier = last_write(earlier);
    for (; earlier != nullptr; earlier = previous(earlier)) {
      if (table_.conflict(earlier->kind, access.kind)) candidates_.push_back(earlier->position);
      if (!is_read_like(earlier->kind)) break;  // all before it lies in its past
    }
  }
  // Latest first: whatever lies in the past of a later predecessor is not adjacent.
  std::sort(candidates_.begin(), candidates_.end(), std::greater<>());
  for (const Position earlier : candidates_) {
    if (happens_before(earlier, position)) continue;
    races_.push_back(earlier);
    ++links_[position].race_count;
    depend_on(earlier, position);
  }
}

void Execution::record_accesses(const Event& event, Position position) {
  for (const Access& access : registry_->accesses(event.accesses)) {
    std::uint32_t& last = last_access_[access.object.value];
    const auto index = static_cast<std::uint32_t>(accesses_.size());
    const bool is_read = is_read_like(access.kind);
    const std::uint32_t last_write =
        !is_read ? index : (last == AccessRecord::none ? last : accesses_[last].last_write);
    accesses_.push_back({position, access.object, access.kind, access.detail, last, last_write});
    last = index;
    if (access.kind != AccessKind::after) continue;
    last_afters_.push(access);
    after_positions_.push_back(position);
  }
}

void Execution::push(Event event) {
  make_room_for_tasks();
  event.accesses = accesses_of(event);
  const Position position = size();
  links_.push_back({.first_race = static_cast<std::uint32_t>(races_.size()),
                    .first_access = static_cast<std::uint32_t>(accesses_.size())});
  clocks_.resize(clocks_.size() + stride_, 0);
  MAZURKA_INVARIANT(event.index == events_of_[event.task.value].size(),
                    "events of a task must come in order");

  const Position cause = find_cause(event);
  links_[position].cause = cause;
  if (cause != nowhere) depend_on(cause, position);
  events_.push_back(event);
  if (!is_atomic(event.order)) ++plain_accesses_;
  events_of_[event.task.value].push_back(position);
  add_fixed_dependencies(event, position);
  add_conflicts(event, position);
  row(position)[event.task.value] = event.index + 1;
  record_accesses(event, position);
  if (creates_task(event.operation)) created_by_[event.other.value] = position;
}

void Execution::truncate(Position length) {
  while (size() > length) {
    const Event& event = events_.back();
    const Links& links = links_.back();
    while (accesses_.size() > links.first_access) {
      last_access_[accesses_.back().object.value] = accesses_.back().previous;
      if (accesses_.back().kind == AccessKind::after) {
        last_afters_.pop();
        after_positions_.pop_back();
      }
      accesses_.pop_back();
    }
    races_.resize(links.first_race);
    if (creates_task(event.operation)) created_by_[event.other.value] = nowhere;
    if (!is_atomic(event.order)) --plain_accesses_;
    events_of_[event.task.value].pop_back();
    events_.pop_back();
    links_.pop_back();
  }
  clocks_.resize(std::size_t{length} * stride_);
}

}  // namespace mazurka
