// What the tasks of one execution have observed so far, and the values that its variables have.
//
//   Idea     The history of a task is a hash of the values that it read and chose, and of the
//            histories of the tasks that created it or that it joined. Tasks with the same history
//            do the same next (behaviour.h).
//   Safe     Where the value that an event observed is not at hand (the event touches several
//            variables, or was woken), the hash of the event stands for it. It covers the whole
//            causal past, so it tells apart at least as much as the value would.
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
  // Returns the value that the variable has now; none: it is not known.
  [[nodiscard]] std::optional<std::int64_t> value_of(ObjectId object) const;
  // Returns whether the variable was written since the start.
  [[nodiscard]] bool was_written(ObjectId object) const {
    return object.value < values_.size() && values_[object.value].standing != Standing::initial;
  }

  // Returns the history of the task after the step, which has this hash. `observed` is the value of
  // Behaviour::observed_variable(); none: it is not known, or there is no such variable.
  [[nodiscard]] History after(const Step& step, std::optional<std::int64_t> observed,
                              const TraceKey& hash) const;
  // Records that the step happens, and that its task has the history `after` then. `written` is the
  // value that it writes, if it writes one variable; none: it is not known.
  void note(const Step& step, History after, std::optional<std::int64_t> written,
            std::span<const Access> accesses) {
    history(step.task) = after;
    if (creates_task(step.operation)) history(step.other) = first_history(after, step.other);
    for (const Access& access : accesses) {
      if (access.kind != AccessKind::write) continue;
      if (access.object.value >= values_.size()) values_.resize(registry_->object_count());
      write(step, access.object, written);
    }
  }

  // To take steps back: the task has this history again (0: it has not begun); the last write of
  // the object is this event again (null: it has not been written).
  void set_history(TaskId task, History value) { history(task) = value; }
  void set_last_write(ObjectId object, const Event* event) {
    if (object.value >= values_.size()) values_.resize(registry_->object_count());
    values_[object.value] = {};
    if (event != nullptr) write(*event, object, event->written_value);
  }
  // Returns the history of a task that has just been created, when its creator has this history.
  [[nodiscard]] static History first_history(History of_creator, TaskId task) {
    return of_creator ^ spread(task.value);
  }

 private:
  void write(const Step& step, ObjectId object, std::optional<std::int64_t> written) {
    const bool is_one =
        step.operation <= OperationKind::await && registry_->accesses(step.accesses).size() == 1;
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

// Returns the history of the event's task after the event, which was executed; `observations` are
// those before it. Teaches `behaviour` the initial values of variables and, if `learns`, what tasks
// do.
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
  // Adds an event with the past that it had when push() returned this history for it.
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
