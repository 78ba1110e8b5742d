// The state of all tasks after some events of an execution: what each has done and observed, which
// tasks exist, which messages run, and which locks are held.
//
// Events are added at the end. Two kinds of events can be taken back: the last ones, so that the
// prefix that two executions share is analysed once; and any set of events that no other event
// depends on, to get the state without them (predicted_completion.h).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/execution.h"
#include "core/handler_state.h"
#include "core/trace_key.h"
#include "explore/messages/position_set.h"
#include "explore/prediction/observations.h"

namespace mazurka {

// The last accesses to an object among the kept events of an execution.
struct LeftOfObject {
  // The sum of the hashes of reads after `record`. Of a mailbox: of all receives that ran `after`.
  TraceKey reads;
  const Execution::AccessRecord* record = nullptr;  // the last access that is not a read, or null
};
template <class IsKept>
[[nodiscard]] LeftOfObject left_of(ObjectId object, const Execution& execution,
                                   std::span<const TraceKey> hashes, IsKept is_kept) {
  LeftOfObject left{{}, execution.last_access(object)};
  for (; left.record != nullptr; left.record = execution.previous(left.record)) {
    if (!is_kept(left.record->position)) continue;
    if (!is_read_like(left.record->kind)) break;
    if (left.record->kind != AccessKind::take) left.reads += hashes[left.record->position];
  }
  if (left.record == nullptr || left.record->kind != AccessKind::send) return left;
  for (auto* earlier = left.record; earlier != nullptr; earlier = execution.previous(earlier))
    if (earlier->kind == AccessKind::after && is_kept(earlier->position))
      left.reads += hashes[earlier->position];
  return left;
}

class TaskStates {
 public:
  TaskStates(const Execution& execution, const Behaviour& behaviour)
      : keyer(execution.registry(), execution.conflicts()),
        observations(execution.registry(), behaviour),
        execution_(&execution),
        registry_(&execution.registry()),
        handlers_(execution.registry()) {}

  // Becomes the state before the first event.
  void clear();
  // Makes room for tasks and objects that were registered since the last call.
  void make_room();
  // Adds an event of the execution. REQUIRES: all events of its causal past were added.
  void keep(const Event& event, const TraceKey& hash, History history) {
    const std::span<const Access> accesses = registry_->accesses(event.accesses);
    keyer.push_known(event, hash, accesses);
    observations.note(event, history, event.written_value, accesses);
    repeat(event, event.ends_task);
  }
  // Adds a step that was already added to `keyer` and `observations`.
  void repeat(const Step& step, bool ends_task) {
    tasks[step.task.value].next = step.index + 1;
    if (!is_variable_access(step.operation) || ends_task) repeat_others(step, ends_task);
  }

  // Takes back all but the first `length` events of the execution.
  void take_back_to(Position length, const AnalysedEvents& analysed);
  // Takes back the dropped events, given in growing order. REQUIRES: `kept` holds all other events,
  // no kept event depends on a dropped one, and can_take_back() holds for each dropped event.
  void take_back(std::span<const Position> dropped, const PositionSet& kept,
                 const AnalysedEvents& analysed);
  // Returns whether the event can be taken back although it is not the last one. It cannot if the
  // state depends on the order of posts (fifo handlers), of wake-ups, or of receives that ran their
  // `after`.
  [[nodiscard]] bool can_take_back(const Event& event) const {
    return !handlers_.keep_order() && !wakes(event.operation) && !runs_after(event);
  }

  [[nodiscard]] bool can_start(TaskId message) const { return handlers_.can_start(message); }
  [[nodiscard]] bool is_taken(ObjectId lock) const { return taken_[lock.value] != 0; }
  // Returns the tasks that exist and have not ended, in the order of free choices.
  [[nodiscard]] std::span<const TaskId> live() const { return live_; }

  struct OfTask {
    std::uint32_t next = 0;  // index of its next event
    bool exists = false;     // it was created
    bool ended = false;
  };
  // Invariant: all three have seen the same events.
  TraceKeyer keyer;
  Observations observations;
  std::vector<OfTask> tasks;

 private:
  // Adds a step that is not an access to a variable, or ends its task.
  void repeat_others(const Step& step, bool ends_task);
  void set_locks(const Step& step, bool is_taken);
  void take_back_one(Position position, const AnalysedEvents& analysed);
  template <class IsKept>
  void restore(ObjectId object, const AnalysedEvents& analysed, IsKept is_kept);
  template <class IsKept>
  void restore_touched(const AnalysedEvents& analysed, IsKept is_kept);

  [[nodiscard]] auto order() const {
    return [this](TaskId a, TaskId b) { return registry_->comes_before(a, b); };
  }

  const Execution* execution_;
  const Registry* registry_;
  std::vector<TaskId> live_;
  HandlerStates handlers_;
  std::vector<std::uint8_t> taken_;  // by object: whether it is a lock that a task holds
  std::vector<ObjectId> touched_;    // scratch
};

}  // namespace mazurka
