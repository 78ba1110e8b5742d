#include "explore/reversal/run_on.h"

#include <algorithm>

#include "core/dependence.h"
#include "core/invariant.h"

namespace mazurka {

bool RunOn::extend(std::span<const Choice> prefix, std::vector<Step>& steps,
                   std::vector<Step>& left_out) {
  give_up_what_conflicts(steps.back(), left_out);
  const bool could_tell_apart = std::ranges::any_of(left_out, [&](const Step& step) {
    return !program_->registry().accesses(step.accesses).empty();
  });
  if (!could_tell_apart) return false;
  ++runs_;
  tells_apart_ = false;
  program_->restart();
  for (const Choice choice : prefix) (void)program_->step(choice);
  for (const Step& step : steps) {
    const bool possible = program_->step(step.as_choice()) != nullptr;
    MAZURKA_INVARIANT(possible, "a planned sequence can be run");
  }
  events_ += prefix.size() + steps.size();
  while (!left_out.empty() &&
         (run_left_out(steps, left_out) || run_message_in_the_way(steps, left_out))) {
  }
  return tells_apart_;
}

// Takes away an event and what depends on it.
void RunOn::give_up(std::size_t index, std::vector<Step>& left_out) const {
  std::vector<Step> gone = {left_out[index]};
  std::vector<Step> kept(left_out.begin(), left_out.begin() + static_cast<std::ptrdiff_t>(index));
  for (std::size_t i = index + 1; i < left_out.size(); ++i) {
    const bool depends_on_gone = std::ranges::any_of(gone, [&](const Step& step) {
      return depends(program_->registry(), *table_, step, left_out[i]);
    });
    (depends_on_gone ? gone : kept).push_back(left_out[i]);
  }
  left_out = std::move(kept);
}

void RunOn::give_up_what_conflicts(const Step& step, std::vector<Step>& left_out) const {
  for (std::size_t i = 0; i < left_out.size();) {
    const Step& other = left_out[i];
    if (other.task == step.task ||
        conflict(program_->registry(), *table_, step.accesses, other.accesses)) {
      give_up(i, left_out);
    } else {
      ++i;
    }
  }
}

// The first event that can run.
bool RunOn::run_left_out(std::vector<Step>& steps, std::vector<Step>& left_out) {
  for (std::size_t i = 0; i < left_out.size(); ++i) {
    bool ready = true;
    for (std::size_t j = 0; j < i && ready; ++j)
      ready = !depends(program_->registry(), *table_, left_out[j], left_out[i]);
    if (!ready) continue;
    const Event* event = program_->step(left_out[i].as_choice());
    if (event == nullptr) continue;
    ++events_;
    if (!program_->registry().accesses(event->accesses).empty()) tells_apart_ = true;
    steps.push_back(*event);
    left_out.erase(left_out.begin() + static_cast<std::ptrdiff_t>(i));
    return true;
  }
  return false;
}

// One step of a message that keeps a handler busy which something left out needs.
bool RunOn::run_message_in_the_way(std::vector<Step>& steps, std::vector<Step>& left_out) {
  const Registry& registry = program_->registry();
  pending_.clear();
  program_->pending(pending_);
  for (const Pending& running : pending_) {
    const HandlerId handler = registry.handler_of(running.task);
    if (!handler.exists() || !running.enabled || running.operation == OperationKind::start)
      continue;
    const bool in_the_way = std::ranges::any_of(left_out, [&](const Step& step) {
      return step.operation == OperationKind::start && registry.handler_of(step.task) == handler;
    });
    if (!in_the_way) continue;
    const auto enabled = program_->enabled();
    const Event* event = program_->step(*std::ranges::find(enabled, running.task, &Choice::task));
    ++events_;
    give_up_what_conflicts(*event, left_out);
    steps.push_back(*event);
    return true;
  }
  return false;
}

}  // namespace mazurka
