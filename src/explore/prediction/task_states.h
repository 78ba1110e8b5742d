// Where the tasks of an execution stand after some of its events: what they have done and observed,
// who exists, who runs, who holds what.
//
// Events are added at the end. They can be taken back, too: the last ones, so that what two
// executions share is looked at once; or any that nothing of the rest depends on, to see what is
// left without them (predicted_completion.h).
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

// What those events of an execution that are kept have left of an object.
struct LeftOfObject {
  TraceKey reads;                                   // since the last other access: their sum
  const Execution::AccessRecord* record = nullptr;  // the last other access; none: null
};
template <class IsKept>
[[nodiscard]] LeftOfObject left_of(ObjectId object, const Execution& execution,
                                   std::span<const TraceKey> hashes, IsKept is_kept) {
  LeftOfObject left{{}, execution.last_access(object)};
  for (; left.record != nullptr; left.record = execution.previous(left.record)) {
    if (!is_kept(left.record->position)) continue;
    if (left.record->kind != AccessKind::read) break;
    left.reads += hashes[left.record->position];
  }
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

  // Before the first event.
  void clear();
  // For tasks and objects that have become known since.
  void make_room();
  // An event of the execution, with the past that it has there.
  void keep(const Event& event, const TraceKey& hash, History history) {
    const std::span<const Access> accesses = registry_->accesses(event.accesses);
    keyer.push_known(event, hash, accesses);
    observations.note(event, history, event.written_value, accesses);
    repeat(event, event.ends_task);
  }
  // A step, after keyer and observations have seen it.
  void repeat(const Step& step, bool ends_task) {
    tasks[step.task.value].next = step.index + 1;
    if (!is_variable_access(step.operation) || ends_task) repeat_others(step, ends_task);
  }

  // Takes back all but the first `length` events of the execution.
  void take_back_to(Position length, const AnalysedEvents& analysed);
  // Takes back these, in growing order. REQUIRES: all others are kept, none of them happens after
  // one of these, and can_take_back() says yes to each.
  void take_back(std::span<const Position> dropped, const PositionSet& kept,
                 const AnalysedEvents& analysed);
  // Also if it is not the last one? Mailboxes and wake-ups have an order of their own.
  [[nodiscard]] bool can_take_back(const Event& event) const {
    return !handlers_.keep_order() && !wakes(event.operation);
  }

  [[nodiscard]] bool can_start(TaskId message) const { return handlers_.can_start(message); }
  [[nodiscard]] bool is_taken(ObjectId lock) const { return taken_[lock.value] != 0; }
  // Tasks that exist and have not ended, sorted.
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
  // What is not an access, or the end of its task.
  void repeat_others(const Step& step, bool ends_task);
  void set_locks(const Step& step, bool is_taken);
  void take_back_one(Position position, const AnalysedEvents& analysed);
  template <class IsKept>
  void restore(ObjectId object, const AnalysedEvents& analysed, IsKept is_kept);
  template <class IsKept>
  void restore_touched(const AnalysedEvents& analysed, IsKept is_kept);

  const Execution* execution_;
  const Registry* registry_;
  std::vector<TaskId> live_;
  HandlerStates handlers_;
  std::vector<std::uint8_t> taken_;  // by object: a lock that somebody holds
  std::vector<ObjectId> touched_;    // scratch
};

}  // namespace mazurka
