// What tasks do next, as far as it was seen in this exploration.
//
//   Idea     A task's next step is a function of what the task has observed: the values that it
//            read and chose, and what the tasks observed that created it and that it joined. That
//            is far less than its causal past, so it repeats: after a few executions, nearly all
//            steps are known in advance (imagined_completion.h).
//   Note     Where the value that an event observed is not at hand (it touches several variables,
//            it is woken), its whole causal past stands for it, which is always right. If a program
//            observes something by other ways, executions contradict each other, or lead to other
//            traces than imagined: then nothing of this may be relied on (event_dpor.cpp).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/execution.h"
#include "core/hash.h"
#include "core/step.h"
#include "core/trace_key.h"

namespace mazurka {

// A hash of what a task has observed so far.
using History = std::uint64_t;

// Of each event of an execution: its hash, and the history of its task after it.
struct AnalysedEvents {
  std::span<const TraceKey> hashes;
  std::span<const History> histories;
};

class Behaviour {
 public:
  explicit Behaviour(const Registry& registry) : registry_(&registry) { table_.resize(first_size); }

  // What is known of a task with a certain history.
  struct Known {
    History history = 0;
    Step next;                     // its next step
    std::int64_t written = 0;      // by that step, if it is a write
    std::int64_t has_written = 0;  // by the event that led to this history, if it is an update
    bool has_next = false;
    bool has_arrived = false;  // whether it has ended, and has_written, are known
    bool has_ended = false;
    bool has_stopped = false;  // it never goes on, though it has not ended
  };
  // Null: nothing.
  [[nodiscard]] const Known* find(History history) const {
    for (std::size_t i = 0; i < reach; ++i)
      if (const Known& slot = table_[(history + i) & (table_.size() - 1)]; slot.history == history)
        return &slot;
    return nullptr;
  }
  // What the task was last seen to do as its index-th step, whatever it had observed; or null.
  [[nodiscard]] const Step* last_seen(EventId id) const;

  // Is it determined by the history of its task what the step does, and by the steps before, as far
  // as PredictedCompletion follows them, whether it can run?
  [[nodiscard]] bool is_determined(const Step& step) const;
  // The variable whose value the step observes, and nothing else.
  [[nodiscard]] ObjectId observed_variable(const Step& step) const;

  [[nodiscard]] std::optional<std::int64_t> initial_value(ObjectId object) const {
    if (object.value >= objects_.size() || !objects_[object.value].has_initial) return std::nullopt;
    return objects_[object.value].initial;
  }
  void learn_initial_value(ObjectId object, std::int64_t value);
  // Somebody read another value than was written: writes are not all there is.
  void distrust(ObjectId object) { of(object).is_odd = true; }
  // The event led its task from the one history to the other.
  void learn(const Event& event, History before, History after);
  void learn_stop(History history) { slot_of(history).has_stopped = true; }
  // Did a task do different things after the same history?
  [[nodiscard]] bool is_contradictory() const { return is_contradictory_; }

 private:
  struct OfObject {
    std::int64_t initial = 0;
    bool has_initial = false;
    bool is_odd = false;
  };
  static constexpr std::size_t reach = 4;              // so far from its place may a history be
  static constexpr std::size_t first_size = 1u << 10;  // powers of two
  static constexpr std::size_t last_size = 1u << 16;   // 6 MB

  [[nodiscard]] Known& slot_of(History history);
  void grow();
  [[nodiscard]] OfObject& of(ObjectId object) {
    if (object.value >= objects_.size()) objects_.resize(registry_->object_count());
    return objects_[object.value];
  }

  const Registry* registry_;
  std::vector<Known> table_;  // by history; if there is no room, one is forgotten
  std::size_t taken_ = 0;
  std::vector<OfObject> objects_;
  std::vector<std::vector<Step>> last_seen_;  // by task and index
  bool is_contradictory_ = false;
};

// What the tasks of one execution have observed so far, and the values that variables have.
class Observations {
 public:
  Observations(const Registry& registry, const Behaviour& behaviour)
      : registry_(&registry), behaviour_(&behaviour) {}

  void clear();
  [[nodiscard]] History history_of(TaskId task) const {
    return task.value < histories_.size() && histories_[task.value] != 0 ? histories_[task.value]
                                                                         : spread(task.value);
  }
  // None: not known.
  [[nodiscard]] std::optional<std::int64_t> value_of(ObjectId object) const;
  // Has anything been said about its value since the start?
  [[nodiscard]] bool was_written(ObjectId object) const {
    return object.value < values_.size() && values_[object.value].standing != Standing::initial;
  }

  // The history of its task after the step, which has this hash. `observed` is the value of
  // observed_variable(); none: not known.
  [[nodiscard]] History after(const Step& step, std::optional<std::int64_t> observed,
                              const TraceKey& hash) const;
  // The step happens. `written`: if it writes one variable; none: not known.
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

  // To take steps back: the task has not begun, or has this history; the last write of the object
  // that is left is this one, or none.
  void set_history(TaskId task, History now) { history(task) = now; }
  void set_last_write(ObjectId object, const Event* event) {
    if (object.value >= values_.size()) values_.resize(registry_->object_count());
    values_[object.value] = {};
    if (event != nullptr) write(*event, object, event->written_value);
  }
  // Of a task, when this history of its creator led to it.
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

// What the task of an event that really happened has observed after it; `observations` are those
// before it. Learns about variables, and, if it should, what tasks do.
[[nodiscard]] History observe(const Event& event, const TraceKey& hash,
                              const Observations& observations, Behaviour& behaviour, bool learns);

// Follows executions of the program, and learns from them.
class Observer {
 public:
  Observer(const Registry& registry, Behaviour& behaviour)
      : registry_(&registry), behaviour_(&behaviour), observations_(registry, behaviour) {}

  void clear() { observations_.clear(); }
  // The history of the event's task after it.
  History push(const Event& event, const TraceKey& hash, bool learns);
  // The same for an event for which push() gave this history, because it has the same past.
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
