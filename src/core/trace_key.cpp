#include "core/trace_key.h"

#include "core/hash.h"

namespace mazurka {
namespace {

// Continues the two hashes, each with its half of `other`. The chains have nothing in common but
// the events, so that two traces are confused only if both chains collide.
void absorb(TraceKey& hash, const TraceKey& other) {
  hash.high = fold(hash.high ^ other.high, 0x9e3779b97f4a7c15u) + 0x5851f42d4c957f2du;
  hash.low = fold(hash.low + other.low, 0xd6e8feb86659fd93u) ^ 0x2127599bf4325c37u;
}

void absorb(TraceKey& hash, std::uint64_t word) { absorb(hash, TraceKey{word, word}); }
void absorb(TraceKey& hash, const StableName& name) { absorb(hash, TraceKey{name.high, name.low}); }

}  // namespace

void TraceKeyer::clear() {
  sum_ = {};
  objects_.assign(objects_.size(), {});
  tasks_.assign(tasks_.size(), {});
  wake_ups_.clear();
  last_afters_.clear();
  after_hashes_.clear();
}

// Absorbs the events that `event` depends on by program order, creation, join and wake-up.
//
// Which signal woke a relock differs between executions, so the signal's hash is absorbed. Which
// event a `reach` or `start` awaits (awaited_event) is a constant of the program: the event with
// this task and index awaits the same one in every execution. The happens-before relation therefore
// follows from the other dependencies, and equal keys still mean equal traces. The awaited event
// itself is part of the sum. What the hash of a `reach` or `start` alone does not tell is the past
// of the event it awaits; sets of events that are closed under happens-before contain that past.
// A receive absorbs only the name of the send whose message it takes, for the same reason.
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
  if (const EventId send = received_event(event);
      send.task.exists() && table_.has(ConflictRow::send_receive)) {
    absorb(hash, registry_->stable_name(send.task));
    absorb(hash, send.index + 1);
  }
}

// A send absorbs the send before it, and the last receive that ran its `after` and could take the
// message. A receive that runs its `after` absorbs the last send only if it counts as one that
// could take everything: otherwise it does not depend on that send, or an earlier receive of its
// task took the message.
void TraceKeyer::learn_mailbox(TraceKey& hash, const Access& access) {
  absorb(hash, registry_->stable_name(access.object));
  const bool takes_everything =
      access.kind == AccessKind::after && access.detail == MessageMatches::everything;
  if ((access.kind == AccessKind::send && table_.has(ConflictRow::send_send)) ||
      (takes_everything && table_.has(ConflictRow::after_send)))
    absorb(hash, of(access.object).last_write);
  if (access.kind != AccessKind::send) return;
  const std::uint32_t last = last_afters_.last_in_conflict(*registry_, table_, access);
  if (last != LastAfters::none) absorb(hash, after_hashes_[last]);
}

// An arrival absorbs its round, not the arrivals of the round before: who belongs to which round
// follows from all arrivals together, and all that lie in the past of an event are part of each set
// of events that is closed under happens-before. The same holds for a leaving.
void TraceKeyer::learn_round(TraceKey& hash, const Access& access) {
  absorb(hash, registry_->stable_name(access.object));
  if (table_.has(ConflictRow::read_write)) absorb(hash, of(access.object).last_write);
  if (table_.has(ConflictRow::rounds)) absorb(hash, access.detail);
}

void TraceKeyer::learn_conflict(TraceKey& hash, const Access& access) {
  if (is_at_barrier(access.kind)) return learn_round(hash, access);
  if (access.kind >= AccessKind::send) return learn_mailbox(hash, access);
  const OfObject& object = of(access.object);
  const AccessKind other = access.kind == AccessKind::read ? AccessKind::write : access.kind;
  absorb(hash, registry_->stable_name(access.object));
  if (table_.conflict(access.kind, other)) absorb(hash, object.last_write);
  if (access.kind != AccessKind::read && table_.conflict(access.kind, AccessKind::read))
    absorb(hash, object.reads_since);
}

// The order of several accesses is that of the objects' ids, which differs between processes. So a
// sum is absorbed, which has no order.
void TraceKeyer::learn_conflicts(TraceKey& hash, std::span<const Access> accesses) {
  if (accesses.empty()) return;
  if (accesses.size() == 1) return learn_conflict(hash, accesses.front());
  TraceKey sum;
  for (const Access& access : accesses) {
    TraceKey one;
    learn_conflict(one, access);
    sum += {spread(one.high), spread(one.low)};
  }
  absorb(hash, sum);
}

void TraceKeyer::record_others(const TraceKey& hash, const Step& event) {
  if (creates_task(event.operation)) of(event.other).creation = hash;
  if (wakes(event.operation)) wake_ups_.push_back({event.id(), hash});
  if (!runs_after(event)) return;
  for (const Access& access : registry_->accesses(event.accesses)) {
    if (access.kind != AccessKind::after) continue;
    last_afters_.push(access);
    after_hashes_.push_back(hash);
  }
}

TraceKey TraceKeyer::hash_of(const Step& event) {
  // The name and the index enter both halves: each half alone must tell permuted tasks apart.
  const StableName& name = registry_->stable_name(event.task);
  TraceKey hash{name.high + event.index, name.low + event.index};
  absorb(hash, static_cast<std::uint64_t>(event.operation));
  // The task that a signal wakes is part of the event.
  const bool is_signal = event.operation == OperationKind::signal;
  if (is_signal && event.other.exists()) {
    absorb(hash, registry_->stable_name(event.other));
  } else {
    absorb(hash, is_signal ? 1 : event.choice);
  }
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
