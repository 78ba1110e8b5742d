// What the tasks of one execution have observed so far, and the values that its variables have.
//
//   Idea     The history of a task is a hash of the values that it read and chose, and of the
//            histories of the tasks that created it or that it joined. Tasks with the same history
//            have the same next step (behaviour.h).
//   Safe     If the value that an event observed is not available (the event accesses several
//            variables, or was woken), the history takes the hash of the event instead. This hash
//            covers the whole causal past, so it distinguishes at least as much as the value.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/execution.h"
#include "core/hash.h"
#include "core/step.h"
#include "core/trace_key.h"
#include "explore/prediction/behaviour.h"

namespace mazurka {

// For each event of an execution: its hash, and the history of its task after it.
struct AnalysedEvents {
  std::span<const TraceKey> hashes;
  std::span<const History> histories;
};

class Observations {
 public:
  Observations(const Registry& registry, const Behaviour& behaviour)
      : registry_(&registry), behaviour_(&behaviour) {}

  void clear();
  [[nodiscard]] History history_of(TaskId task) const {
    return task.value < histories_.size() && histories_[task.value] != 0 ? histories_[task.value]
                                                                         : spread(task.value);
  }
  // Returns the present value of the variable; none: it is not known.
  [[nodiscard]] std::optional<std::int64_t> value_of(ObjectId object) const;
  // Returns whether the variable was written since the start.
  [[nodiscard]] bool was_written(ObjectId object) const {
    return object.value < values_.size() && values_[object.value].standing != Standing::initial;
  }

  // Returns the history of the task after the step, which has this hash. `observed` is the value of
  // Behaviour::observed_variable(); none: it is not known, or there is no such variable.
  [[nodiscard]] History after(const Step& step, std::optional<std::int64_t> observed,
                              const TraceKey& hash) const;
  // Records that the step happens and gives its task the history `after`. `written` is the value
  // that the step writes, if it writes one variable; none: it is not known.
  void note(const Step& step, History after, std::optional<std::int64_t> written,
            std::span<const Access> accesses) {
    history(step.task) = after;
    if (creates_task(step.operation)) history(step.other) = first_history(after, step.other);
    for (const Access& access : accesses) {
      if (access.kind != AccessKind::write) continue;
      if (access.object.value >= values_.size()) values_.resize(registry_->object_count());
      write(step.operation, accesses.size(), access.object, written);
    }
  }

  // Restore a task's history (0: it has not begun) and an object's last write (null: the object has
  // not been written) when steps are taken back.
  void set_history(TaskId task, History value) { history(task) = value; }
  void set_last_write(ObjectId object, const Event* event) {
    if (object.value >= values_.size()) values_.resize(registry_->object_count());
    values_[object.value] = {};
    if (event != nullptr)
      write(event->operation, registry_->accesses(event->accesses).size(), object,
            event->written_value);
  }
  // Returns the history of a task that has just been created, when its creator has this history.
  [[nodiscard]] static History first_history(History of_creator, TaskId task) {
    return of_creator ^ spread(task.value);
  }

 private:
  void write(OperationKind operation, std::size_t access_count, ObjectId object,
             std::optional<std::int64_t> written) {
    const bool is_one = access_count == 1 && operation <= OperationKind::await;
    Value& value = values_[object.value];
    value.standing = is_one && written ? Standing::known : Standing::unknown;
    value.value = written.value_or(0);
  }
  [[nodiscard]] History& history(TaskId task) {
    if (task.value >= histories_.size()) histories_.resize(registry_->task_count());
    return histories_[task.value];
  }
  enum class Standing : std::uint8_t { initial, known, unknown };
  struct Value {
    std::int64_t value = 0;
    Standing standing = Standing::initial;
  };

  const Registry* registry_;
  const Behaviour* behaviour_;
  std::vector<History> histories_;  // by task
  std::vector<Value> values_;       // by object
};

// Returns the history of the event's task after the event, which was executed. `observations` holds
// the state before the event. Records in `behaviour` the initial values of variables and, if
// `learns`, the step itself.
[[nodiscard]] History observe(const Event& event, const TraceKey& hash,
                              const Observations& observations, Behaviour& behaviour, bool learns);

// Follows a run of the program event by event, and learns from it.
class Observer {
 public:
  Observer(const Registry& registry, Behaviour& behaviour)
      : registry_(&registry), behaviour_(&behaviour), observations_(registry, behaviour) {}

  void clear() { observations_.clear(); }
  // Adds an event that was executed. Returns the history of its task after it.
  History push(const Event& event, const TraceKey& hash, bool learns);
  // Adds an event for which push() returned `after` in a run where the event had the same past.
  void push_known(const Event& event, History after) {
    observations_.note(event, after, event.written_value, registry_->accesses(event.accesses));
  }
  [[nodiscard]] History history_of(TaskId task) const { return observations_.history_of(task); }

 private:
  const Registry* registry_;
  Behaviour* behaviour_;
  Observations observations_;
};

}  // namespace mazurka
