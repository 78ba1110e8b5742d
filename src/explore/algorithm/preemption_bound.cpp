#include "explore/algorithm/preemption_bound.h"

#include <algorithm>

#include "core/hash.h"

namespace mazurka {

TaskId PreemptionBound::last_task() const {
  const Position size = execution_->size();
  return size == 0 ? TaskId::none() : (*execution_)[size - 1].task;
}

std::uint32_t PreemptionBound::used_so_far() const {
  const Position depth = execution_->size();
  if (depth == 0) return 0;
  const bool preempts =
      depth > 1 && (*execution_)[depth - 2].task != last_task() && could_continue_[depth - 1];
  return used_[depth - 1] + (preempts ? 1 : 0);
}

std::uint64_t PreemptionBound::fingerprint() const {
  const TaskId last = last_task();
  const StableName name = last.exists() ? execution_->registry().stable_name(last) : StableName{};
  return mix(name.low, used_so_far());
}

void PreemptionBound::leave_out(std::vector<Choice>& choices) {
  const Position depth = execution_->size();
  used_.resize(depth + 1);
  could_continue_.resize(depth + 1);
  used_[depth] = used_so_far();
  const TaskId last = last_task();
  const auto is_of_last = [&](const Choice& choice) { return choice.task == last; };
  could_continue_[depth] = std::ranges::any_of(choices, is_of_last);
  if (!could_continue_[depth] || used_[depth] < most_) return;
  if (std::erase_if(choices, [&](const Choice& choice) { return !is_of_last(choice); }) > 0)
    left_out_some_ = true;
}

void PreemptionBound::save(Position depth, CheckpointWriter& to) const {
  to.number(used_[depth] * 2 + (could_continue_[depth] ? 1 : 0));
}

void PreemptionBound::load(Position depth, CheckpointReader& from) {
  used_.resize(depth + 1);
  could_continue_.resize(depth + 1);
  const std::uint32_t used = from.number_below(std::uint64_t{1} << 32);
  used_[depth] = used / 2;
  could_continue_[depth] = used % 2 != 0;
}

}  // namespace mazurka
