#include "explore/redundancy/sequence_keys.h"

#include "core/hash.h"
#include "explore/mutations.h"
#include "explore/prediction/task_states.h"

namespace mazurka {
namespace {

void add(TraceKey& key, const TraceKey& next) {
  key = {fold(key.high ^ 0x9e3779b97f4a7c15u, next.high ^ 0xd6e8feb86659fd93u),
         fold(key.low ^ 0xd6e8feb86659fd93u, next.low ^ 0x9e3779b97f4a7c15u)};
}

}  // namespace

TraceKey SequenceKeys::of(const Reversal& reversal, const TraceKey& can_stay) const {
  TraceKey key = of_sequence(can_stay, reversal.later);
  key.high = mix(key.high, reversal.object.value);
  for (const Position position : {reversal.earlier, reversal.cause, reversal.waker})
    add(key, hash_at(position));
  return key;
}

TraceKey SequenceKeys::of_sequence(TraceKey kept, const Step& last) const {
  if (mutations().forgets_last_step) return kept;
  const std::uint64_t step = mix(mix(last.task.value, last.index), last.choice);
  kept += {step, spread(step)};
  return kept;
}

TraceKey SequenceKeys::of_change(const Reversal& reversal, const PositionSet& kept,
                                 const TraceKey& dropped, const Step& last) const {
  TraceKey key = of_sequence(dropped, last);
  add(key, hash_at(reversal.cause));
  add(key, hash_at(reversal.waker));
  for (const Access& access : execution_->registry().accesses(last.accesses)) {
    const LeftOfObject left = left_of(access.object, *execution_, *hashes_,
                                      [&](Position position) { return kept[position]; });
    add(key, {access.object.value, static_cast<std::uint64_t>(access.kind)});
    add(key, left.reads);
    add(key, hash_at(left.record == nullptr ? Execution::nowhere : left.record->position));
  }
  return key;
}

}  // namespace mazurka
