#include "explore/race/reversal.h"

#include <algorithm>

#include "core/barrier_room.h"

namespace mazurka {
namespace {

// Returns whether some kept event conflicts with these accesses.
bool conflicts_with_kept(AccessListId accesses, const Reversal& reversal,
                         const Execution& execution) {
  for (const Access& access : execution.registry().accesses(accesses))
    for (auto* record = execution.last_access(access.object);
         record != nullptr && record->position > reversal.earlier;
         record = execution.previous(record))
      if (conflict(execution.registry(), execution.conflicts(), record->access(), access) &&
          reversal.keeps(execution, record->position))
        return true;
  return false;
}

// Returns whether the step, an arrival at a barrier that is enabled just before `earlier`, belongs
// to another round if all of the reversal's sequence comes first.
bool finds_no_room(const Step& step, const Reversal& reversal, const Execution& execution) {
  const Access arrival = arrival_of(step, execution.registry());
  if (arrival.kind != AccessKind::arrive) return false;
  std::uint32_t arrivals = arrival_of(reversal.later, execution.registry()) == arrival ? 1 : 0;
  for (auto* record = execution.last_access(arrival.object);
       record != nullptr && record->position > reversal.earlier;
       record = execution.previous(record))
    if (record->access() == arrival && reversal.keeps(execution, record->position)) ++arrivals;
  return arrivals >= room_of(step);
}

// Sets the rooms of the arrivals at barriers in the sequence. The execution has others: there, the
// events that the reversal drops take part in their rounds.
void set_rooms(std::vector<Step>& sequence, const Reversal& reversal, const Execution& execution) {
  for (auto step = sequence.begin(); step != sequence.end(); ++step) {
    const Access arrival = arrival_of(*step, execution.registry());
    if (arrival.kind != AccessKind::arrive) continue;
    auto arrivals =
        static_cast<std::uint32_t>(std::count_if(sequence.begin(), step, [&](const Step& before) {
          return arrival_of(before, execution.registry()) == arrival;
        }));
    for (auto* record = execution.last_access(arrival.object); record != nullptr;
         record = execution.previous(record))
      if (record->access() == arrival && record->position < reversal.earlier) ++arrivals;
    set_room(*step, parties_of(*step) - arrivals);
  }
}

// Returns whether the event, if there is one, precedes `limit`.
bool lies_before(Position position, Position limit) {
  return position == Execution::nowhere || position < limit;
}

}  // namespace

bool Reversal::keeps(const Execution& execution, Position position) const {
  if (position <= earlier || position == later_at || execution.happens_before(earlier, position))
    return false;
  for (const Position cut : cuts)
    if (execution.happens_before(cut, position)) return false;
  // An await that moves before a write may read other values there, so the events that depend on
  // it are not kept.
  return later.operation != OperationKind::await || later_at == Execution::nowhere ||
         !execution.happens_before(later_at, position);
}

void Reversal::write_to(std::vector<Step>& sequence, const Execution& execution) const {
  sequence.clear();
  for (Position i = earlier + 1; i < execution.size(); ++i)
    if (keeps(execution, i)) sequence.push_back(execution[i]);
  sequence.push_back(later);
  set_rooms(sequence, *this, execution);
}

bool later_is_initial(const Reversal& reversal, const Execution& execution) {
  return lies_before(reversal.cause, reversal.earlier) &&
         lies_before(reversal.waker, reversal.earlier) &&
         !conflicts_with_kept(reversal.later.accesses, reversal, execution);
}

bool is_weak_initial(const Step& step, const Reversal& reversal, const Execution& execution) {
  const Step& later = reversal.later;
  if (step.id() == later.id())
    return step.choice == later.choice && later_is_initial(reversal, execution);
  const Position at = execution.position_of(step.id());
  if (at != Execution::nowhere && reversal.keeps(execution, at))
    return execution[at].choice == step.choice &&
           lies_before(execution.last_dependency(at), reversal.earlier);
  return !conflict(execution.registry(), execution.conflicts(), step.accesses, later.accesses) &&
         !conflicts_with_kept(step.accesses, reversal, execution) &&
         !finds_no_room(step, reversal, execution);
}

}  // namespace mazurka
