#include "core/handler_state.h"

namespace mazurka {

void HandlerStates::clear() {
  for (HandlerState& handler : handlers_) handler.clear();
  while (handlers_.size() < registry_->handler_count()) {
    const HandlerId next{static_cast<std::uint32_t>(handlers_.size())};
    handlers_.emplace_back(registry_->handler(next).discipline);
    keep_order_ |= !handlers_.back().forgets_order();
  }
}

void HandlerStates::take_back(const Step& step) {
  if (step.ends_task && registry_->handler_of(step.task).exists())
    handler_of(step.task).take_back_end(step.task.value);
  if (step.operation == OperationKind::post)
    handler_of(step.other).take_back_post(step.other.value);
  if (step.operation == OperationKind::start)
    handler_of(step.task).take_back_start(step.task.value);
}

std::uint64_t HandlerStates::fingerprint() const {
  std::uint64_t sum = 0;
  for (std::size_t handler = 0; handler < handlers_.size(); ++handler) {
    const std::uint64_t waiting = handlers_[handler].fingerprint(
        [&](HandlerState::Message message) { return registry_->stable_name(TaskId{message}).low; });
    if (waiting != 0)
      sum +=
          mix(registry_->handler(HandlerId{static_cast<std::uint32_t>(handler)}).stable, waiting);
  }
  return sum;
}

}  // namespace mazurka
