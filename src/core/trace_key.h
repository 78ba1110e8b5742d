// The canonical key of a trace: equal for equivalent executions, different for others.
//
// Every event gets a hash of its name, its operation and the hashes of the events it directly
// depends on; the key is their sum. Conflicting events are ordered in every execution, so the
// direct dependencies determine happens-before. Dependencies that are the same in every execution
// need not enter the hashes (see learn_causes). 128 bits, of which each half is a hash of the whole
// trace: a wrong "equal" has a chance of about n² / 2^129 among n traces. Keys are made of stable
// names (stable_name.h), not of ids: those of two processes can be compared.
#pragma once

#include <compare>
#include <cstdint>
#include <span>
#include <vector>

#include "core/conflict.h"
#include "core/execution.h"
#include "core/last_afters.h"
#include "core/registry.h"
#include "core/step.h"

namespace mazurka {

struct TraceKey {
  std::uint64_t high = 0;
  std::uint64_t low = 0;
  constexpr auto operator<=>(const TraceKey&) const = default;
  constexpr TraceKey& operator+=(const TraceKey& other) {
    high += other.high;
    low += other.low;
    return *this;
  }
  constexpr TraceKey& operator-=(const TraceKey& other) {
    high -= other.high;
    low -= other.low;
    return *this;
  }
};

// Deliberately apart from Execution's clocks: it is what they are judged by.
class TraceKeyer {
 public:
  explicit TraceKeyer(const Registry& registry, ConflictTable table = {})
      : registry_(&registry), table_(table) {}

  void clear();
  // Appends an event and returns its hash. `event.accesses` must be those of the relation
  // (Execution::accesses_of).
  TraceKey push(const Step& event);
  // Returns the hash that the event would have, without appending it.
  [[nodiscard]] TraceKey hash_of(const Step& event);
  // Appends an event whose hash is known: its past is the same as when push() returned that hash.
  void push_known(const Step& event, const TraceKey& hash) {
    record(hash, event, registry_->accesses(event.accesses));
  }
  // Appends an event whose hash and accesses are known.
  void push_known(const Step& event, const TraceKey& hash, std::span<const Access> accesses) {
    record(hash, event, accesses);
  }
  [[nodiscard]] TraceKey key() const { return sum_; }

  // These functions undo events. take_back() removes an event from the key; among events that wake
  // tasks, and among receives that ran their `after`, the last one must be removed first. The
  // others restore the last event of a task (null if it has not started), the last access to an
  // object that is not a read, and the sum of the reads after it.
  void take_back(const Step& event, const TraceKey& hash) {
    sum_ -= hash;
    if (wakes(event.operation)) wake_ups_.pop_back();
    if (!runs_after(event)) return;
    last_afters_.pop();
    after_hashes_.pop_back();
  }
  void set_last_of(TaskId task, const TraceKey* last) {
    of(task).has_events = last != nullptr;
    of(task).last = last != nullptr ? *last : TraceKey{};
  }
  void set_accesses_of(ObjectId object, const TraceKey& last_write, const TraceKey& reads_since) {
    of(object) = {last_write, reads_since};
  }

 private:
  struct OfObject {
    TraceKey last_write;
    TraceKey reads_since;
  };
  struct OfTask {
    TraceKey last;      // of its last event
    TraceKey creation;  // of the event that created it
    bool has_events = false;
  };
  // A signal or broadcast, which the relock of a woken task refers to.
  struct WakeUp {
    EventId id;
    TraceKey hash;
  };

  void learn_causes(TraceKey& hash, const Step& event);
  void learn_conflict(TraceKey& hash, const Access& access);
  void learn_conflicts(TraceKey& hash, std::span<const Access> accesses);
  void learn_round(TraceKey& hash, const Access& access);
  void learn_mailbox(TraceKey& hash, const Access& access);
  void record(const TraceKey& hash, const Step& event, std::span<const Access> accesses) {
    sum_ += hash;
    OfTask& task = of(event.task);
    task.last = hash;
    task.has_events = true;
    for (const Access& access : accesses) {
      OfObject& object = of(access.object);
      if (is_read_like(access.kind)) {
        object.reads_since += hash;
      } else {
        object = {hash, {}};
      }
    }
    if (!is_variable_access(event.operation)) record_others(hash, event);
  }
  // What operations do to tasks, other than accesses.
  void record_others(const TraceKey& hash, const Step& event);
  [[nodiscard]] OfTask& of(TaskId task) {
    if (task.value >= tasks_.size()) tasks_.resize(registry_->task_count());
    return tasks_[task.value];
  }
  [[nodiscard]] OfObject& of(ObjectId object) {
    if (object.value >= objects_.size()) objects_.resize(registry_->object_count());
    return objects_[object.value];
  }

  const Registry* registry_;
  ConflictTable table_;
  TraceKey sum_;
  std::vector<OfObject> objects_;
  std::vector<OfTask> tasks_;
  std::vector<WakeUp> wake_ups_;
  LastAfters last_afters_;
  std::vector<TraceKey> after_hashes_;  // of the receives in last_afters_
};

[[nodiscard]] TraceKey key_of(const Execution& execution, ConflictTable table = {});

}  // namespace mazurka

template <>
struct std::hash<mazurka::TraceKey> {
  std::size_t operator()(const mazurka::TraceKey& key) const noexcept { return key.low; }
};
