#include "explore/reversal/next_steps.h"

namespace mazurka {

NextSteps::Seen& NextSteps::seen(EventId id) {
  if (id.task.value >= seen_.size()) seen_.resize(id.task.value + 1);
  auto& steps = seen_[id.task.value];
  if (id.index >= steps.size()) steps.resize(id.index + 1);
  return steps[id.index];
}

const NextSteps::Seen* NextSteps::find(EventId id) const {
  if (id.task.value >= seen_.size() || id.index >= seen_[id.task.value].size()) return nullptr;
  const Seen& result = seen_[id.task.value][id.index];
  return result.exists ? &result : nullptr;
}

void NextSteps::remember(const TraceKey& last, const Step& step) {
  if (remembered_.empty()) remembered_.resize(size);
  remembered_[last.low & (size - 1)] = {last, step};
}

const Step* NextSteps::recall(const TraceKey& last) const {
  if (remembered_.empty()) return nullptr;
  const Remembered& slot = remembered_[last.low & (size - 1)];
  return slot.last == last ? &slot.step : nullptr;
}

void NextSteps::learn(const Event& event, const TraceKey& last, const TraceKey& hash) {
  Seen& known = seen(event.id());
  if (!known.exists) {
    known.step = event;
    known.exists = true;
  }
  if (!is_same(known.step, event)) known.varies = true;
  if (known.varies && !depends_on_others(event)) remember(last, event);
  if (known.step.ends_task != event.ends_task) known.may_end_task = true;
  if (!known.may_end_task) return;
  if (event.ends_task)
    remember(hash, Step{});
  else
    seen({event.task, event.index + 1}).varies = true;  // so that it will be remembered
}

const Step* NextSteps::after(EventId id, const TraceKey& last, const Step* present) const {
  const Seen* const known = find(id);
  if (known == nullptr) return present;
  if (!known->varies) return &known->step;
  const Step* const step = recall(last);
  return step != nullptr && step->task.exists() ? step : present;
}

bool NextSteps::ends(const Step& step, const TraceKey& hash) const {
  const Seen* const known = find(step.id());
  if (known == nullptr || !known->may_end_task) return step.ends_task;
  const Step* const next = recall(hash);
  return next == nullptr ? step.ends_task : !next->task.exists();
}

}  // namespace mazurka
