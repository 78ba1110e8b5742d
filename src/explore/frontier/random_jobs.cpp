#include "explore/frontier/random_jobs.h"

#include <utility>

namespace mazurka {
namespace {

constexpr TraceKey first_range{0, 1};  // nobody notes it: it is there from the beginning

}  // namespace

std::optional<std::uint64_t> RandomJobs::next() {
  while (next_ == range_.numbers.low) {
    if (frontier_.is_due() || stack_.empty()) share_work();
    if (stack_.empty()) return std::nullopt;
    const Range range = stack_.back();
    stack_.pop_back();
    begin(range);
  }
  return next_++;
}

void RandomJobs::ended(Position length) {
  if (next_ != range_.numbers.low) return;
  if (range_.numbers == first_range) {
    length_ = length;
    if (executions_ > 1) stack_.push_back({{1, executions_}});
  }
  frontier_.reached(range_.numbers, range_.is_noted);
}

// Of a range that nobody has heard of, nobody needs to hear that it was split.
void RandomJobs::begin(const Range& range) {
  const auto [first, end] = range.numbers;
  if (end - first > most_at_once_) {
    const std::uint64_t middle = first + (end - first) / 2;
    stack_.push_back({{middle, end}});
    stack_.push_back({{first, middle}});
    if (range.is_noted) frontier_.reached(range.numbers, /*was_noted=*/true);
  } else {
    range_ = range;
    next_ = first;
  }
}

void RandomJobs::note_all() {
  const Choice length{TaskId{0}, length_};
  for (Range& range : stack_)
    if (!std::exchange(range.is_noted, true)) frontier_.note(range.numbers, {&length, 1});
}

void RandomJobs::share_work() {
  const bool is_idle = stack_.empty();
  frontier_.commit(is_idle);
  take_jobs();
  if (is_idle || !stack_.empty()) return;
  frontier_.commit(/*is_idle=*/true);  // others have all of its jobs
  take_jobs();
}

void RandomJobs::take_jobs() {
  for (const Job& job : frontier_.lost_jobs())
    std::erase_if(stack_, [&](const Range& each) { return each.numbers == job.key; });
  for (const Job& job : frontier_.new_jobs()) {
    stack_.push_back({job.is_first ? first_range : job.key, /*is_noted=*/!job.is_first});
    if (!job.schedule.empty()) length_ = job.schedule.front().value;
  }
}

}  // namespace mazurka
