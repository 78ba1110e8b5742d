#include "core/trace_key.h"

#include "core/hash.h"

namespace mazurka {
namespace {

void absorb(TraceKey& hash, std::uint64_t word) {
  hash.high = mix(hash.high ^ 0x5851f42d4c957f2du, word);
  hash.low = mix(hash.low, word);
}

void absorb(TraceKey& hash, const TraceKey& other) {
  hash.high = mix(hash.high ^ 0x5851f42d4c957f2du, other.high);
  hash.low = mix(hash.low, other.low);
}

}  // namespace

void TraceKeyer::clear() {
  sum_ = {};
  objects_.assign(objects_.size(), {});
  for (auto& hashes : hashes_of_) hashes.clear();
  creations_.assign(creations_.size(), {});
}

std::uint64_t TraceKeyer::name_of(TaskId task) {
  if (!task.exists()) return 1;
  if (task.value >= names_.size()) names_.resize(registry_->task_count(), 0);
  if (names_[task.value] == 0) {
    const TaskName& name = registry_->name_of(task);
    const std::uint64_t creator = name_of(name.creator);
    names_[task.value] = mix(mix(creator, name.ordinal), mix(name.code, name.handler.value));
  }
  return names_[task.value];
}

std::vector<TraceKey>& TraceKeyer::hashes_of(TaskId task) {
  if (task.value >= hashes_of_.size()) {
    hashes_of_.resize(registry_->task_count());
    creations_.resize(registry_->task_count());
  }
  return hashes_of_[task.value];
}

// Program order, creation, join and wake-up.
void TraceKeyer::learn_causes(TraceKey& hash, const Step& event) {
  const auto& own = hashes_of(event.task);
  if (!own.empty()) {
    absorb(hash, own.back());
  } else if (table_.has(ConflictRow::creation)) {
    absorb(hash, creations_[event.task.value]);
  }
  if (event.operation == OperationKind::join && table_.has(ConflictRow::join)) {
    const auto& joined = hashes_of(event.other);
    if (!joined.empty()) absorb(hash, joined.back());
  }
  if (const EventId awaited = awaited_event(event);
      awaited.task.exists() && table_.has(ConflictRow::wake))
    absorb(hash, hashes_of(awaited.task).at(awaited.index));
}

void TraceKeyer::learn_conflicts(TraceKey& hash, const Step& event) {
  if (objects_.size() < registry_->object_count()) objects_.resize(registry_->object_count());
  for (const Access& access : registry_->accesses(event.accesses)) {
    const OfObject& object = objects_[access.object.value];
    const AccessKind other = access.kind == AccessKind::read ? AccessKind::write : access.kind;
    absorb(hash, access.object.value);
    if (table_.conflict(access.kind, other)) absorb(hash, object.last_write);
    if (access.kind != AccessKind::read && table_.conflict(access.kind, AccessKind::read))
      absorb(hash, object.reads_since);
  }
}

void TraceKeyer::record(const TraceKey& hash, const Step& event) {
  if (objects_.size() < registry_->object_count()) objects_.resize(registry_->object_count());
  sum_ += hash;
  hashes_of(event.task).push_back(hash);
  for (const Access& access : registry_->accesses(event.accesses)) {
    OfObject& object = objects_[access.object.value];
    if (access.kind == AccessKind::read) {
      object.reads_since += hash;
    } else {
      object = {hash, {}};
    }
  }
  if (creates_task(event.operation)) {
    (void)hashes_of(event.other);
    creations_[event.other.value] = hash;
  }
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
  record(hash, event);
  return hash;
}

TraceKey key_of(const Execution& execution, ConflictTable table) {
  TraceKeyer keyer(execution.registry(), table);
  for (const Event& event : execution.events()) keyer.push(event);
  return keyer.key();
}

}  // namespace mazurka
