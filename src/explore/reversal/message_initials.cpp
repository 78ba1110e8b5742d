#include "explore/reversal/message_initials.h"

#include "explore/reversal/initials.h"

namespace mazurka {
namespace {

void leave_out(std::span<const Step> sequence, std::size_t index, std::vector<Step>& rest) {
  std::vector<Step> result;
  result.reserve(sequence.size());
  for (std::size_t i = 0; i < sequence.size(); ++i)
    if (i != index) result.push_back(sequence[i]);
  rest = std::move(result);
}

}  // namespace

MessageInitials::Quick MessageInitials::decide_quickly(const Step& step,
                                                       std::span<const Step> sequence,
                                                       AccessListId second, bool exactly,
                                                       std::size_t& index) {
  const WeakInitial initial = weak_initial(step, sequence, *registry_, *table_);
  index = initial.index;
  const bool is_plain = !decides_for_handler(step, *registry_);
  if (!initial.holds || (exactly && index == WeakInitial::not_contained)) {
    ++decided_[plain];
    return Quick::no;
  }
  if (is_plain || goes_first_anyway(step, sequence, index)) {
    ++decided_[is_plain ? plain : first_of_handler];
    return Quick::yes;
  }
  if (second.exists() && is_refuted_by(second, step, sequence, index)) {
    ++decided_[first_access];
    return Quick::no;
  }
  return Quick::probe;
}

bool MessageInitials::ask_probe(std::span<const Choice> prefix, const Step& step,
                                std::span<const Step> sequence, bool exactly) {
  switch (prober_.search(prefix, step, sequence, exactly, witness_)) {
    case Prober::Answer::yes:
      return decided(probe_yes, true);
    case Prober::Answer::no:
      return decided(probe_no, false);
    case Prober::Answer::unknown:
      break;
  }
  return decided(unknown, false);
}

bool MessageInitials::holds(std::span<const Choice> prefix, const Step& step,
                            std::span<const Step> sequence, AccessListId second, bool exactly,
                            std::vector<Step>* rest) {
  std::size_t index = 0;
  const Quick quick = decide_quickly(step, sequence, second, exactly, index);
  if (quick == Quick::no) return false;
  if (quick == Quick::yes) {
    if (rest != nullptr) leave_out(sequence, index, *rest);
    return true;
  }
  if (!ask_probe(prefix, step, sequence, exactly)) return false;
  if (rest != nullptr) *rest = witness_;
  return true;
}

bool MessageInitials::holds_for_explored(std::span<const Choice> prefix, const Step& step,
                                         std::span<const Step> sequence, AccessListId second,
                                         const Footprints& footprints, const Execution& execution) {
  std::size_t index = 0;
  const Quick quick = decide_quickly(step, sequence, second, /*exactly=*/false, index);
  if (quick != Quick::probe) return quick == Quick::yes;
  const TaskId message = step.operation == OperationKind::post ? step.other : step.task;
  footprints.find_influences(message, execution, static_cast<Position>(prefix.size()), relevant_);
  prober_.relevant = &relevant_;
  const bool answer = ask_probe(prefix, step, sequence, /*exactly=*/false);
  prober_.relevant = nullptr;
  return answer;
}

// Multiset: no other message of the handler starts before it in the sequence. Fifo: none that is
// posted before it, or without it, starts at all.
bool MessageInitials::goes_first_anyway(const Step& step, std::span<const Step> sequence,
                                        std::size_t index) const {
  const bool is_post = step.operation == OperationKind::post;
  const HandlerId handler = registry_->handler_of(is_post ? step.other : step.task);
  for (std::size_t i = 0; i < sequence.size() && i != index; ++i) {
    const Step& other = sequence[i];
    if (!is_post) {
      if (other.operation == OperationKind::start && registry_->handler_of(other.task) == handler)
        return false;
    } else if (other.operation == OperationKind::post &&
               registry_->handler_of(other.other) == handler) {
      for (const Step& later : sequence.subspan(i + 1))
        if (later.task == other.other) return false;
    }
  }
  return true;
}

// The message would have to do its first access before the messages that its handler starts (fifo:
// is given) earlier in the sequence do anything at all.
bool MessageInitials::is_refuted_by(AccessListId second, const Step& step,
                                    std::span<const Step> sequence, std::size_t index) const {
  const bool is_post = step.operation == OperationKind::post;
  const HandlerId handler = registry_->handler_of(is_post ? step.other : step.task);
  for (std::size_t i = 0; i < sequence.size() && i != index; ++i) {
    const Step& other = sequence[i];
    if (other.operation != (is_post ? OperationKind::post : OperationKind::start)) continue;
    const TaskId earlier = is_post ? other.other : other.task;
    if (registry_->handler_of(earlier) != handler) continue;
    for (const Step& later : sequence.subspan(i + 1))
      if (later.task == earlier && conflict(*registry_, *table_, second, later.accesses))
        return true;
  }
  return false;
}

}  // namespace mazurka
