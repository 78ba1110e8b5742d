#include "explore/prediction/behaviour.h"

#include <algorithm>

namespace mazurka {
namespace {

// (Whether a compare-exchange succeeds depends on the state, and with it what it accesses.)
bool is_same(const Registry& registry, const Step& a, const Step& b) {
  const auto objects_are_equal = [&] {
    return std::ranges::equal(registry.accesses(a.accesses), registry.accesses(b.accesses), {},
                              &Access::object, &Access::object);
  };
  return a.operation == b.operation && a.update == b.update && a.operand == b.operand &&
         a.other == b.other &&
         (a.accesses == b.accesses || (a.update == UpdateKind::compare && objects_are_equal()));
}

}  // namespace

const Step* Behaviour::last_seen(EventId id) const {
  if (id.task.value >= last_seen_.size() || id.index >= last_seen_[id.task.value].size())
    return nullptr;
  const Step& step = last_seen_[id.task.value][id.index];
  return step.task.exists() ? &step : nullptr;
}

bool Behaviour::is_determined(const Step& step) const {
  switch (step.operation) {
    case OperationKind::read:
    case OperationKind::write:
    case OperationKind::update:
    case OperationKind::lock:
    case OperationKind::unlock:
    case OperationKind::spawn:
    case OperationKind::join:
    case OperationKind::choose:
    case OperationKind::send:
      return true;
    case OperationKind::start:
      return step.accesses == Registry::no_accesses() && !step.other.exists();
    case OperationKind::post:
      return step.accesses == Registry::no_accesses();
    default:  // waits or is woken
      return false;
  }
}

ObjectId Behaviour::observed_variable(const Step& step) const {
  if (step.operation != OperationKind::read && step.operation != OperationKind::update) return {};
  const auto accesses = registry_->accesses(step.accesses);
  if (accesses.size() != 1) return {};
  const ObjectId object = accesses.front().object;
  const bool is_untrusted = object.value < objects_.size() && objects_[object.value].is_untrusted;
  return is_untrusted ? ObjectId{} : object;
}

void Behaviour::learn_initial_value(ObjectId object, std::int64_t value) {
  OfObject& known = of(object);
  if (known.has_initial && known.initial != value) known.is_untrusted = true;
  known.has_initial = true;
  known.initial = value;
}

Behaviour::Known& Behaviour::slot_of(History history) {
  Known* free = nullptr;
  for (std::size_t i = 0; i < reach; ++i) {
    Known& slot = table_[(history + i) & (table_.size() - 1)];
    if (slot.history == history) return slot;
    if (slot.history == 0 && free == nullptr) free = &slot;
  }
  if (free != nullptr) ++taken_;
  if (table_.size() < last_size && (free == nullptr || taken_ > table_.size() / 2)) {
    grow();
    return slot_of(history);
  }
  Known& slot = free != nullptr ? *free : table_[history & (table_.size() - 1)];
  slot = {};
  slot.history = history;
  return slot;
}

void Behaviour::grow() {
  std::vector<Known> old(4 * table_.size());
  old.swap(table_);
  taken_ = 0;
  for (const Known& known : old)
    if (known.history != 0) slot_of(known.history) = known;
}

void Behaviour::learn(const Event& event, History before, History after) {
  if (event.task.value >= last_seen_.size()) last_seen_.resize(event.task.value + 1);
  auto& steps = last_seen_[event.task.value];
  if (event.index >= steps.size()) steps.resize(event.index + 1);
  steps[event.index] = event;
  if (is_determined(event)) {
    Known& known = slot_of(before);
    const bool writes = event.operation == OperationKind::write;
    if (known.has_next && (!is_same(*registry_, known.next, event) ||
                           (writes && known.written != event.written_value)))
      is_contradictory_ = true;
    if (known.has_stopped || known.has_ended) is_contradictory_ = true;
    known.has_next = true;
    known.next = event;
    known.written = event.written_value;
    if (event.operation == OperationKind::choose) known.next.choice = 0;  // the first one
  }
  Known& known = slot_of(after);
  const bool updates = event.operation == OperationKind::update;
  if (known.has_arrived &&
      (known.has_ended != event.ends_task || (updates && known.has_written != event.written_value)))
    is_contradictory_ = true;
  known.has_arrived = true;
  known.has_ended = event.ends_task;
  known.has_written = event.written_value;
}

}  // namespace mazurka
