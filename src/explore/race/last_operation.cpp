#include "explore/race/last_operation.h"

#include <algorithm>

namespace mazurka {
namespace {

// The values of variables after the events for which `has_happened` holds.
class ValuesAfter : public Valuation {
 public:
  ValuesAfter(const EventPredicate& has_happened, const Execution& execution,
              const Program& program)
      : has_happened_(has_happened), execution_(execution), program_(program) {}

  [[nodiscard]] std::int64_t value_of(ObjectId variable) const override {
    auto* record = execution_.last_access(variable);
    for (; record != nullptr; record = execution_.previous(record))
      if (record->kind == AccessKind::write && has_happened_(record->position))
        return value_after(execution_[record->position], variable);
    return program_.initial_value(variable);
  }

 private:
  // If the value is not recorded, takes that of the first variable that the event writes.
  [[nodiscard]] std::int64_t value_after(const Event& write, ObjectId variable) const {
    return program_.value_after(write, variable).value_or(write.written_value);
  }

  const EventPredicate& has_happened_;
  const Execution& execution_;
  const Program& program_;
};

// Returns whether no task holds the lock after the events. The last operation on the lock decides;
// a trylock that failed is skipped, since it changes nothing.
bool is_free(ObjectId lock, const EventPredicate& has_happened, const Execution& execution) {
  for (auto* record = execution.last_access(lock); record != nullptr;
       record = execution.previous(record)) {
    if (!has_happened(record->position)) continue;
    const Event& event = execution[record->position];
    if (acquires_lock(event)) return false;
    if (event.operation != OperationKind::trylock) return true;  // unlock or sleep
  }
  return true;
}

void add_await(const LastOperation& operation, const EventPredicate& has_happened,
               const Execution& execution, Program& program, std::vector<Step>& result) {
  AccessListId reads;
  if (!program.holds(operation.condition, ValuesAfter(has_happened, execution, program), reads))
    return;
  result.push_back(operation.step);
  result.back().accesses = reads;
}

// Appends one step for each task that sleeps on the condition variable after the events, or one
// that wakes no task if there is none.
void add_signals(const LastOperation& operation, const EventPredicate& has_happened,
                 const Execution& execution, std::vector<Step>& result) {
  std::vector<Position> history;
  for (auto* record = execution.last_access(operation.object); record != nullptr;
       record = execution.previous(record))
    if (has_happened(record->position)) history.push_back(record->position);
  std::vector<TaskId> sleepers;
  for (auto i = history.rbegin(); i != history.rend(); ++i) {
    const Event& event = execution[*i];
    if (event.operation == OperationKind::sleep && event.succeeded) sleepers.push_back(event.task);
    if (event.operation == OperationKind::signal) std::erase(sleepers, event.other);
    if (event.operation == OperationKind::broadcast) sleepers.clear();
  }
  if (sleepers.empty()) sleepers.push_back(TaskId::none());
  for (const TaskId sleeper : sleepers) {
    result.push_back(operation.step);
    result.back().choice = value_waking(sleeper);
    result.back().other = sleeper;
  }
}

// Appends the form of a receive with `after` that moves before a send: it runs its `after`.
//
// Sends to its mailbox are ordered by happens-before, so those that have happened are the first
// ones. If the receive took a message, it moves before the send of this message, and could take
// none of those that were sent earlier. If it ran its `after`, it could take none of more messages.
void add_try_receive(const LastOperation& operation, const Execution& execution,
                     std::vector<Step>& result) {
  Registry& registry = execution.registry();
  const auto own = registry.accesses(operation.step.accesses);
  std::vector<Access> accesses(own.begin(), own.end());
  for (Access& access : accesses)
    if (access.kind == AccessKind::take) access.kind = AccessKind::after;
  Step& step = result.emplace_back(operation.step);
  step.succeeded = false;
  step.other = TaskId::none();
  step.other_index = 0;
  step.accesses = registry.access_list(accesses);
}

}  // namespace

void add_last_steps(const LastOperation& operation, const EventPredicate& has_happened,
                    const Execution& execution, Program& program, std::vector<Step>& result) {
  const OperationKind kind = operation.step.operation;
  if (kind == OperationKind::await)
    return add_await(operation, has_happened, execution, program, result);
  if (kind == OperationKind::signal) return add_signals(operation, has_happened, execution, result);
  if (kind == OperationKind::try_receive) return add_try_receive(operation, execution, result);
  if (waits_for_lock(kind) && !is_free(operation.object, has_happened, execution)) return;
  result.push_back(operation.step);
}

}  // namespace mazurka
