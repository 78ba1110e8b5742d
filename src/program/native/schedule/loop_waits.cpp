#include "program/native/schedule/loop_waits.h"

#include <algorithm>
#include <span>
#include <vector>

#include "program/native/platform/expect.h"
#include "program/native/schedule/runtime.h"

namespace mazurka::native {
namespace {

using Variables = std::vector<WatchedVariable>;

bool is_written(std::span<const RoundStep> round, Address address, std::size_t size) {
  return std::ranges::any_of(round, [&](const RoundStep& step) {
    return step.is_memory_access() && step.operation != OperationKind::read &&
           step.address < address + size && address < step.address + step.size;
  });
}

// Adds the cells of an access that are not among the variables yet. Returns false if the access
// covers only a part of a cell: then the cell will be divided, and the exploration starts again.
bool add_cells(Variables& variables, const RoundStep& step, std::span<const RoundStep> round) {
  const auto accesses = runtime->registry.accesses(step.accesses);
  for (const Access& access : accesses) {
    const auto [address, size] = runtime->cells.bounds_of(access.object);
    if (address < step.address || address + size > step.address + step.size) return false;
    if (std::ranges::find(variables, access.object, &WatchedVariable::object) != variables.end())
      continue;
    const auto value = runtime->cells.part_of(step.left, accesses.front().object, access.object);
    MAZURKA_EXPECT(value.has_value());  // steps of a round have at most 8 bytes
    variables.push_back({access.object, size, address, *value, !is_written(round, address, size)});
  }
  return true;
}

// Returns the variables and mutexes of a round, each as the task has last read, written or found
// it. Those that the round writes do not end the wait. Returns none if a cell will be divided.
Variables variables_of(std::span<const RoundStep> round) {
  Variables result;
  for (auto step = round.rbegin(); step != round.rend(); ++step) {
    if (step->is_memory_access()) {
      if (!add_cells(result, *step, round)) return {};
    } else if (step->operation != OperationKind::unlock) {
      const bool was_free = step->operation == OperationKind::lock || step->found != 0;
      result.push_back({.address = step->address, .value = was_free, .ends_wait = false});
    }
  }
  return result;
}

std::vector<RoundStep> last_round(const Rounds& rounds, std::uint32_t length) {
  std::vector<RoundStep> result;
  for (std::uint32_t i = length; i-- > 0;) result.push_back(rounds.last(i));
  return result;
}

// Sets up an await of the task for a change of the variables. `own` are the accesses of the
// operation that the await stands for. Other variables are only watched: the task accesses them
// later.
void stand_before(Task& task, Condition::Kind kind, const Variables& variables, AccessListId own) {
  Condition condition{.kind = kind, .text = "spins on"};
  const auto listed = runtime->registry.accesses(own);
  std::vector<Access> all(listed.begin(), listed.end());
  for (const WatchedVariable& each : variables)
    if (each.ends_wait && std::ranges::find(all, each.object, &Access::object) == all.end())
      all.push_back({each.object, AccessKind::read, detail_of(MemoryOrder::watched)});
  condition.accesses = runtime->registry.access_list(all);
  condition.object = all.empty() ? ObjectId{} : all.front().object;
  runtime->conditions.watch(condition, variables);
  task.pending.object = condition.object;
  task.pending.accesses = condition.accesses;
  task.pending.condition = condition;
}

void announce_await(Task& task, Address place, MemoryOrder order) {
  const Condition condition = task.pending.condition;
  runtime->announce_await(condition, place, order);
}

// Sets up an await that stands for the operation of the task. Every variable of the round counts.
// Returns false if a cell will be divided.
bool stand_before_all(Task& task, Condition::Kind kind, std::span<const RoundStep> round) {
  const OutsideProgram outside;
  Variables variables = variables_of(round);
  for (WatchedVariable& each : variables) each.ends_wait = true;
  if (!variables.empty()) stand_before(task, kind, variables, task.pending.accesses);
  return !variables.empty();
}

bool stand_before_all(Task& task, Condition::Kind kind, const WaitingLoop& loop) {
  const OutsideProgram outside;
  return stand_before_all(task, kind, last_round(task.waiting.spin->rounds, loop.length));
}

// Sets up an await for a change of what the round only reads.
void stand_fairly(Task& task, const WaitingLoop& loop) {
  const OutsideProgram outside;
  const std::vector<RoundStep> round = last_round(task.waiting.spin->rounds, loop.length);
  Variables variables = variables_of(round);
  const auto failed = std::ranges::find_if(round, [](const RoundStep& step) {
    return step.operation == OperationKind::trylock && step.found == 0;
  });
  if (failed != round.end())
    for (WatchedVariable& each : variables) each.ends_wait = false;
  stand_before(task, Condition::Kind::changed, variables, Registry::no_accesses());
  if (failed != round.end())
    task.pending.object = task.pending.condition.object =
        runtime->synchronisers.at(failed->address, Synchroniser::Kind::lock).object;
  task.pending.condition.is_fair = true;
  const auto shown = std::ranges::find(variables, true, &WatchedVariable::ends_wait);
  task.pending.address = shown != variables.end() ? shown->address : 0;
  task.pending.size = shown != variables.end() ? shown->size : 0;
  task.pending.value = nullptr;
}

}  // namespace

bool wait_silently(Task& task, const WaitingLoop& loop, Address place, MemoryOrder order) {
  if (!stand_before_all(task, Condition::Kind::changed, loop)) return false;
  announce_await(task, place, order);
  return true;
}

void wait_fairly(Task& task, const WaitingLoop& loop, Address place) {
  stand_fairly(task, loop);
  runtime->note_cut_by_fairness(place);
  announce_await(task, place, MemoryOrder::watched);
}

bool skip_rounds(Task& task, const WaitingLoop& loop, Address place, MemoryOrder order) {
  if (!stand_before_all(task, Condition::Kind::always, loop)) return false;
  SkippedRounds& skipped = task.waiting.spin->skipped;
  for (std::uint32_t i = 0; i < loop.length; ++i)
    skipped.steps[i] = task.waiting.spin->rounds.last(loop.length - 1 - i);
  runtime->note_cut_by_fairness(place);
  announce_await(task, place, order);  // forgets the rounds so far
  skipped.length = loop.length;
  skipped.next = 1 % loop.length;
  skipped.count = 0;
  return true;
}

void end_skipping(Task& task, Address place, MemoryOrder order) {
  const SkippedRounds& skipped = task.waiting.spin->skipped;
  (void)stand_before_all(task, Condition::Kind::changed,
                         std::span(skipped.steps).first(skipped.length));
  announce_await(task, place, order);
}

bool spins_for_ever(const Task& task) {
  const auto variables = runtime->conditions.watched(task.pending.condition);
  if (std::ranges::any_of(variables, &WatchedVariable::has_changed)) return false;
  for (const Task* const other : runtime->tasks.live()) {
    if (other == &task || other->standing != Standing::await) continue;
    for (const Access& wanted : runtime->registry.accesses(other->pending.accesses))
      for (const WatchedVariable& each : variables)
        if (each.object == wanted.object && !each.ends_wait) return false;
  }
  return true;
}

}  // namespace mazurka::native
