#include "explore/race/last_operation.h"

#include <algorithm>
#include <optional>

#include "core/barrier_room.h"
#include "explore/mutations.h"

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

// Returns the tasks that sleep on the condition variable after the events.
std::vector<TaskId> sleepers_on(ObjectId condition_variable, const EventPredicate& has_happened,
                                const Execution& execution) {
  std::vector<Position> history;
  for (auto* record = execution.last_access(condition_variable); record != nullptr;
       record = execution.previous(record))
    if (has_happened(record->position)) history.push_back(record->position);
  std::vector<TaskId> sleepers;
  for (auto i = history.rbegin(); i != history.rend(); ++i) {
    const Event& event = execution[*i];
    if (event.operation == OperationKind::sleep && event.succeeded) sleepers.push_back(event.task);
    if (event.operation == OperationKind::signal) std::erase(sleepers, event.other);
    if (event.operation == OperationKind::broadcast) sleepers.clear();
  }
  return sleepers;
}

// Appends the step as one that wakes a task, or nobody.
Step& add_waking(const Step& step, bool wakes_somebody, const Execution& execution,
                 std::vector<Step>& result) {
  Step& added = result.emplace_back(step);
  if (execution.depends_on_state(step) && !mutations().keeps_outcome)
    execution.set_success(added, wakes_somebody);
  return added;
}

// Appends one step for each task that sleeps on the condition variable after the events, or one
// that wakes no task if there is none.
void add_signals(const LastOperation& operation, const EventPredicate& has_happened,
                 const Execution& execution, std::vector<Step>& result) {
  std::vector<TaskId> sleepers = sleepers_on(operation.object, has_happened, execution);
  if (sleepers.empty()) sleepers.push_back(TaskId::none());
  for (const TaskId sleeper : sleepers) {
    Step& step = add_waking(operation.step, sleeper.exists(), execution, result);
    step.choice = value_waking(sleeper);
    step.other = sleeper;
  }
}

void add_broadcast(const LastOperation& operation, const EventPredicate& has_happened,
                   const Execution& execution, std::vector<Step>& result) {
  const bool wakes_somebody = !sleepers_on(operation.object, has_happened, execution).empty();
  (void)add_waking(operation.step, wakes_somebody, execution, result);
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

// Returns whether the event accesses one variable, and perhaps the handler that it runs on.
bool accesses_one_variable(const Event& event, const Registry& registry) {
  return std::ranges::count_if(registry.accesses(event.accesses), [](const Access& access) {
           return access.kind == AccessKind::read || access.kind == AccessKind::write;
         }) == 1;
}

// Returns the value that the variable has after the events. Returns none if it is not known,
// because something other than events changes the variable: the events before the operation at `at`
// do not explain what it read.
std::optional<std::int64_t> explained_value(ObjectId variable, Position at,
                                            const EventPredicate& has_happened,
                                            const Execution& execution, const Program& program) {
  if (at == Execution::nowhere || !accesses_one_variable(execution[at], execution.registry()))
    return std::nullopt;
  const EventPredicate came_before = [at](Position position) { return position < at; };
  if (ValuesAfter(came_before, execution, program).value_of(variable) != execution[at].read_value)
    return std::nullopt;
  return ValuesAfter(has_happened, execution, program).value_of(variable);
}

// Appends the compare-exchange as it is after the events: it writes if the variable has the value
// that it expects, and reads otherwise. If the value is not known, it is taken for one that writes,
// which conflicts with more.
void add_compare_exchange(const LastOperation& operation, const EventPredicate& has_happened,
                          const Execution& execution, const Program& program,
                          std::vector<Step>& result) {
  if (mutations().keeps_outcome) return result.push_back(operation.step);
  const Position at = execution.position_of(operation.step.id());
  const auto value = explained_value(operation.object, at, has_happened, execution, program);
  execution.set_success(result.emplace_back(operation.step),
                        !value || *value == operation.step.operand);
}

// Appends the arrival at a barrier as it is after the events: in the round that it finds there.
//
// If the barrier was initialised after these events, what it was before is not known. Then the
// arrival is taken for one that writes the barrier, which conflicts with more.
void add_arrival(const LastOperation& operation, const EventPredicate& has_happened,
                 const Execution& execution, std::vector<Step>& result) {
  Step& step = result.emplace_back(operation.step);
  if (mutations().keeps_outcome) return;
  const Position at = execution.position_of(step.id());
  const ObjectId barrier = operation.object;
  std::uint32_t first_round = round_of(step);  // since the barrier was initialised
  std::uint32_t round = 0;                     // the last one with an arrival that has happened,
  std::uint32_t arrivals = 0;                  // and how many of its arrivals have
  for (auto* record = execution.last_access(barrier); record != nullptr;
       record = execution.previous(record)) {
    const Event& event = execution[record->position];
    if (event.operation == OperationKind::leave || record->position >= at) continue;
    if (event.operation != OperationKind::arrive) {
      if (!has_happened(record->position)) {
        step.accesses = execution.registry().access_list({barrier, AccessKind::write});
        return;
      }
      break;
    }
    first_round = round_of(event);
    if (!has_happened(record->position)) continue;
    if (arrivals == 0) round = round_of(event);
    if (round_of(event) == round) ++arrivals;
  }
  const std::uint32_t parties = parties_of(step);
  if (arrivals == 0) {
    round = first_round;
  } else if (arrivals == parties) {
    ++round;
    arrivals = 0;
  }
  step.operand = operand_of_round(round, parties);
  set_room(step, parties - arrivals);
  if (execution.conflicts().by_effect())
    step.accesses = execution.registry().access_list({barrier, AccessKind::arrive, round});
  step.accesses = execution.accesses_of(step);
}

}  // namespace

void add_last_steps(const LastOperation& operation, const EventPredicate& has_happened,
                    const Execution& execution, Program& program, std::vector<Step>& result) {
  const OperationKind kind = operation.step.operation;
  if (kind == OperationKind::await)
    return add_await(operation, has_happened, execution, program, result);
  if (kind == OperationKind::signal) return add_signals(operation, has_happened, execution, result);
  if (kind == OperationKind::arrive) return add_arrival(operation, has_happened, execution, result);
  if (kind == OperationKind::broadcast)
    return add_broadcast(operation, has_happened, execution, result);
  if (kind == OperationKind::try_receive) return add_try_receive(operation, execution, result);
  if (execution.depends_on_state(operation.step))
    return add_compare_exchange(operation, has_happened, execution, program, result);
  if (waits_for_lock(kind) && !is_free(operation.object, has_happened, execution)) return;
  result.push_back(operation.step);
}

}  // namespace mazurka
