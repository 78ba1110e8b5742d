#include "explore/prediction/observations.h"

namespace mazurka {

void Observations::clear() {
  histories_.assign(registry_->task_count(), 0);
  values_.assign(registry_->object_count(), {});
}

std::optional<std::int64_t> Observations::value_of(ObjectId object) const {
  if (!was_written(object)) return behaviour_->initial_value(object);
  const Value& value = values_[object.value];
  if (value.standing == Standing::unknown) return std::nullopt;
  return value.value;
}

History Observations::after(const Step& step, std::optional<std::int64_t> observed,
                            const TraceKey& hash) const {
  const History before = history_of(step.task) + static_cast<std::uint64_t>(step.operation);
  std::uint64_t seen = step.choice;
  switch (step.operation) {
    case OperationKind::write:
      if (registry_->accesses(step.accesses).size() != 1) seen = hash.low;
      break;
    case OperationKind::lock:
    case OperationKind::unlock:
    case OperationKind::spawn:
    case OperationKind::choose:
    case OperationKind::start:
    case OperationKind::post:
    case OperationKind::send:
      break;
    case OperationKind::join:
      seen = history_of(step.other);
      break;
    default:
      seen = observed ? static_cast<std::uint64_t>(*observed) : hash.low;
  }
  if (step.reads_clock) [[unlikely]]
    seen = mix(seen, hash.low);
  return spread(fold(before, 0x9e3779b97f4a7c15u) ^ seen);
}

History observe(const Event& event, const TraceKey& hash, const Observations& observations,
                Behaviour& behaviour, bool learns) {
  const ObjectId variable = behaviour.observed_variable(event);
  std::optional<std::int64_t> observed;
  if (variable.exists()) {
    observed = event.read_value;
    if (!observations.was_written(variable)) {
      behaviour.learn_initial_value(variable, event.read_value);
    } else if (const auto expected = observations.value_of(variable);
               expected && *expected != event.read_value) {
      behaviour.distrust(variable);
    }
  }
  const History after = observations.after(event, observed, hash);
  if (learns) behaviour.learn(event, observations.history_of(event.task), after);
  return after;
}

History Observer::push(const Event& event, const TraceKey& hash, bool learns) {
  const History after = observe(event, hash, observations_, *behaviour_, learns);
  push_known(event, after);
  return after;
}

}  // namespace mazurka
