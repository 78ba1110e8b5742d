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

std::uint64_t TraceKeyer::name_of(TaskId task) {
  if (!task.exists()) return 1;
  if (of(task).name == 0) {
    const TaskName& name = registry_->name_of(task);
    const std::uint64_t creator = name_of(name.creator);
    of(task).name = mix(mix(creator, name.ordinal), mix(name.code, name.handler.value));
  }
  return of(task).name;
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

void TraceKeyer::learn_conflicts(TraceKey& hash, const Step& event) {
  for (const Access& access : registry_->accesses(event.accesses)) {
    const OfObject& object = of(access.object);
    const AccessKind other = access.kind == AccessKind::read ? AccessKind::write : access.kind;
    absorb(hash, access.object.value);
    if (table_.conflict(access.kind, other)) absorb(hash, object.last_write);
    if (access.kind != AccessKind::read && table_.conflict(access.kind, AccessKind::read))
      absorb(hash, object.reads_since);
  }
}

void TraceKeyer::record(const TraceKey& hash, const Step& event) {
  sum_ += hash;
  OfTask& task = of(event.task);
  task.last = hash;
  task.has_events = true;
  for (const Access& access : registry_->accesses(event.accesses)) {
    OfObject& object = of(access.object);
    if (access.kind == AccessKind::read) {
      object.reads_since += hash;
    } else {
      object = {hash, {}};
    }
  }
  if (creates_task(event.operation)) of(event.other).creation = hash;
  if (wakes(event.operation)) wake_ups_.push_back({event.id(), hash});
}

TraceKey TraceKeyer::push(const Step& event) {
  TraceKey hash{name_of(event.task), event.index};
  absorb(hash, static_cast<std::uint64_t>(event.operation));
  // The task that a signal wakes is part of the event, by its name: ids differ between
  // explorations.
  const bool is_signal = event.operation == OperationKind::signal;
  absorb(hash, is_signal ? name_of(event.other) : event.choice);
  learn_causes(hash, event);
  learn_conflicts(hash, event);
  hash = {spread(hash.high), spread(hash.low)};
  record(hash, event);
  return hash;
}

TraceKey key_of(const Execution& execution, ConflictTable table) {
  TraceKeyer keyer(execution.registry(), table);
  for (const Event& event : execution.events()) keyer.push(event);
  return keyer.key();
}

}  // namespace mazurka
