// Records what tasks do next, as far as this exploration has seen it.
//
//   Idea     A task's next step is a function of what the task has observed: the values that it
//            read and chose, and the observations of the tasks that created it and that it joined
//            (observations.h). This is far less than its causal past, so histories recur: after a
//            few executions, nearly all steps can be predicted (predicted_completion.h).
//   Limits   A program may observe something that no event shows. In that case two executions
//            contradict each other here, or a candidate leads to another trace than predicted; in
//            both cases predictions are no longer used to insert candidates (redundancy.h).
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/execution.h"
#include "core/hash.h"
#include "core/step.h"
#include "core/trace_key.h"

namespace mazurka {

// A hash of everything that a task has observed so far.
using History = std::uint64_t;

class Behaviour {
 public:
  explicit Behaviour(const Registry& registry) : registry_(&registry) { table_.resize(first_size); }

  // What is known about tasks that have a certain history.
  struct Known {
    History history = 0;
    Step next;                     // its next step
    std::int64_t written = 0;      // by `next`, if it is a write
    std::int64_t has_written = 0;  // by the event that led to this history, if it is an update
    bool has_next = false;
    bool has_arrived = false;  // a task was seen with this history: has_ended and has_written count
    bool has_ended = false;
    bool has_stopped = false;  // the task never continues, although it has not ended
  };
  // Returns null if nothing is known.
  [[nodiscard]] const Known* find(History history) const {
    for (std::size_t i = 0; i < reach; ++i)
      if (const Known& slot = table_[(history + i) & (table_.size() - 1)]; slot.history == history)
        return &slot;
    return nullptr;
  }
  // Returns the step that was last seen with this id, whatever its task had observed, or null.
  [[nodiscard]] const Step* last_seen(EventId id) const;

  // Returns whether the history of its task determines what the step does, and whether locks, joins
  // and handlers alone decide if it can run.
  [[nodiscard]] bool is_determined(const Step& step) const;
  // Returns the variable whose value is all that the step observes. Returns none if the step
  // observes nothing or more than one value, or if the values of the variable cannot be trusted.
  [[nodiscard]] ObjectId observed_variable(const Step& step) const;

  [[nodiscard]] std::optional<std::int64_t> initial_value(ObjectId object) const {
    if (object.value >= objects_.size() || !objects_[object.value].has_initial) return std::nullopt;
    return objects_[object.value].initial;
  }
  void learn_initial_value(ObjectId object, std::int64_t value);
  // Records that a task read another value than was last written: something other than an event
  // changes the variable, so its values cannot be predicted.
  void distrust(ObjectId object) { of(object).is_untrusted = true; }
  // Records that the event took its task from the history `before` to the history `after`.
  void learn(const Event& event, History before, History after);
  // Records that a task with this history never continues.
  void learn_stop(History history) { slot_of(history).has_stopped = true; }
  // Returns whether a task did different things after the same history.
  [[nodiscard]] bool is_contradictory() const { return is_contradictory_; }

 private:
  struct OfObject {
    std::int64_t initial = 0;
    bool has_initial = false;
    bool is_untrusted = false;
  };
  static constexpr std::size_t reach = 4;              // slots that a history may be in
  static constexpr std::size_t first_size = 1u << 10;  // powers of two
  static constexpr std::size_t last_size = 1u << 16;   // 6 MB

  [[nodiscard]] Known& slot_of(History history);
  void grow();
  [[nodiscard]] OfObject& of(ObjectId object) {
    if (object.value >= objects_.size()) objects_.resize(registry_->object_count());
    return objects_[object.value];
  }

  const Registry* registry_;
  std::vector<Known> table_;  // hash table by history; at full size, new entries replace old ones
  std::size_t taken_ = 0;
  std::vector<OfObject> objects_;
  std::vector<std::vector<Step>> last_seen_;  // by task and index
  bool is_contradictory_ = false;
};

}  // namespace mazurka
