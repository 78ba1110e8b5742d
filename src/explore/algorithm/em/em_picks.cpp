#include "explore/algorithm/em/em_picks.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <string>

namespace mazurka {
namespace {

constexpr std::uint64_t unranked = ~std::uint64_t{0};
constexpr std::uint64_t no_number = 0xfffffffe;

}  // namespace

void EmPicks::note(TaskId task) {
  const ThreadIndex thread = thread_of(task);
  if (thread >= ranks_.size()) ranks_.resize(thread + 1, unranked);
  if (ranks_[thread] != unranked) return;
  const Registry& registry = execution_->registry();
  const HandlerId handler = registry.handler_of(task);
  const std::string name =
      handler.exists() ? registry.handler(handler).name : words_->describe(task);
  std::uint64_t number = no_number;
  const std::size_t digits = name.find_first_of("0123456789");
  if (digits != std::string::npos)
    std::from_chars(name.data() + digits, name.data() + name.size(), number);
  ranks_[thread] = std::min(number, no_number) << 32 | thread;
}

std::uint32_t EmPicks::line_of(TaskId task, std::span<const Pending> pending) const {
  const auto next = std::ranges::find(pending, task, &Pending::task);
  const bool is_known = next != pending.end() && next->location.exists();
  return is_known ? execution_->registry().location(next->location).line : 0;
}

// Returns the next step of the operation that ran last, if it has one. An operation that waits for
// several others is recorded as one event for each, and threads do not switch between these.
std::optional<Choice> EmPicks::same_operation(std::span<const Choice> enabled,
                                              std::span<const Pending> pending) const {
  if (execution_->size() == 0) return std::nullopt;
  const Event& last = (*execution_)[execution_->size() - 1];
  if (last.operation != OperationKind::reach || !last.other.exists()) return std::nullopt;
  const auto next = std::ranges::find(pending, last.task, &Pending::task);
  const auto choice = std::ranges::find(enabled, last.task, &Choice::task);
  if (next == pending.end() || choice == enabled.end()) return std::nullopt;
  const bool is_same =
      next->operation == OperationKind::reach &&
      line_of(last.task, pending) == execution_->registry().location(last.location).line;
  return is_same ? std::optional(*choice) : std::nullopt;
}

Choice EmPicks::first(std::span<const Choice> enabled, std::span<const Pending> pending) const {
  if (free_choice_.shuffled()) return free_choice_.pick(enabled, *execution_);
  if (const auto same = same_operation(enabled, pending)) return *same;
  using First = EmDporChoices::First;
  if (choices_.first == First::same_thread && execution_->size() > 0) {
    const ThreadIndex last = thread_of((*execution_)[execution_->size() - 1].task);
    for (const Choice& choice : enabled)
      if (thread_of(choice.task) == last) return choice;
  }
  if (choices_.first == First::in_source ||
      (choices_.first == First::as_recorded && is_first_execution_))
    return *std::ranges::min_element(
        enabled, {}, [&](const Choice& choice) { return line_of(choice.task, pending); });
  const auto [lowest, highest] = std::ranges::minmax_element(
      enabled, {}, [&](const Choice& choice) { return rank_of(thread_of(choice.task)); });
  return choices_.first == First::highest ? *highest : *lowest;
}

ThreadIndex EmPicks::next(const EmFrame& frame) const {
  EmFrame::Threads left;
  std::ranges::copy_if(frame.backtrack, std::back_inserter(left),
                       [&](ThreadIndex each) { return !frame.has_done(each); });
  if (choices_.next == EmDporChoices::Next::oldest) return left.front();
  return std::ranges::min(left, {}, [&](ThreadIndex each) { return rank_of(each); });
}

void EmPicks::add_any(EmFrame& frame, const EmFrame::Threads& threads, ThreadIndex own) const {
  if (choices_.reuse)
    for (const ThreadIndex each : threads)
      if (frame.is_to_do(each)) return;
  using Which = EmDporChoices::Target;
  if (choices_.target == Which::all) {
    for (const ThreadIndex each : threads) frame.add_to_backtrack(each);
  } else if (choices_.target == Which::own && std::ranges::find(threads, own) != threads.end()) {
    frame.add_to_backtrack(own);
  } else {
    const auto [lowest, highest] =
        std::ranges::minmax(threads, {}, [&](ThreadIndex each) { return rank_of(each); });
    frame.add_to_backtrack(choices_.target == Which::highest ? highest : lowest);
  }
}

}  // namespace mazurka
