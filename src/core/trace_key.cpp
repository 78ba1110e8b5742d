#include "core/trace_key.h"

#include "core/hash.h"

namespace mazurka {
namespace {

// Two chains that have nothing in common but the words.
void absorb(TraceKey& hash, const TraceKey& other) {
  hash.high = fold(hash.high ^ other.high, 0x9e3779b97f4a7c15u) + 0x5851f42d4c957f2du;
  hash.low = fold(hash.low + other.low, 0xd6e8feb86659fd93u) ^ 0x2127599bf4325c37u;
}

void absorb(TraceKey& hash, std::uint64_t word) { absorb(hash, TraceKey{word, word}); }

}  // namespace

void TraceKeyer::clear() {
  sum_ = {};
  objects_.assign(objects_.size(), {});
  for (OfTask& task : tasks_) task = {.name = task.name};
  wake_ups_.clear();
}

std::uint64_t TraceKeyer::make_name(TaskId task) {
  const TaskName& name = registry_->name_of(task);
  const std::uint64_t creator = name.creator.exists() ? name_of(name.creator) : 1;
  return of(task).name = mix(mix(creator, name.ordinal), mix(name.code, name.handler.value));
}

// Program order, creation, join and wake-up.
void TraceKeyer::learn_causes(TraceKey& hash, const Step& event) {
  const OfTask& own = of(event.task);
  if (own.has_events) {
    absorb(hash, own.last);
  } else if (table_.has(ConflictRow::creation)) {
    absorb(hash, own.creation);
  }
  if (event.operation == OperationKind::join && table_.has(ConflictRow::join)) {
    const OfTask& joined = of(event.other);
    if (joined.has_events) absorb(hash, joined.last);
  }
  if (event.operation == OperationKind::relock && table_.has(ConflictRow::wake)) {
    const EventId waker{event.other, event.other_index};
    for (const WakeUp& wake_up : wake_ups_)
      if (wake_up.id == waker) absorb(hash, wake_up.hash);
  }
}

void TraceKeyer::learn_conflicts(TraceKey& hash, std::span<const Access> accesses) {
  for (const Access& access : accesses) {
    const OfObject& object = of(access.object);
    const AccessKind other = access.kind == AccessKind::read ? AccessKind::write : access.kind;
    absorb(hash, access.object.value);
    if (table_.conflict(access.kind, other)) absorb(hash, object.last_write);
    if (access.kind != AccessKind::read && table_.conflict(access.kind, AccessKind::read))
      absorb(hash, object.reads_since);
  }
}

void TraceKeyer::record_others(const TraceKey& hash, const Step& event) {
  if (creates_task(event.operation)) of(event.other).creation = hash;
  if (wakes(event.operation)) wake_ups_.push_back({event.id(), hash});
}

TraceKey TraceKeyer::hash_of(const Step& event) {
  TraceKey hash{name_of(event.task), event.index};
  absorb(hash, static_cast<std::uint64_t>(event.operation));
  // The task that a signal wakes is part of the event, by its name: ids differ between
  // explorations.
  const bool is_signal = event.operation == OperationKind::signal;
  const std::uint64_t woken = is_signal && event.other.exists() ? name_of(event.other) : 1;
  absorb(hash, is_signal ? woken : event.choice);
  learn_causes(hash, event);
  learn_conflicts(hash, registry_->accesses(event.accesses));
  return {spread(hash.high), spread(hash.low)};
}

TraceKey TraceKeyer::push(const Step& event) {
  const TraceKey hash = hash_of(event);
  push_known(event, hash);
  return hash;
}

TraceKey key_of(const Execution& execution, ConflictTable table) {
  TraceKeyer keyer(execution.registry(), table);
  for (const Event& event : execution.events()) keyer.push(event);
  return keyer.key();
}

}  // namespace mazurka
