#include "check/livelock.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

namespace mazurka {
namespace {

// How many of the last events to examine: enough for the loops that people write.
constexpr Position window = 1000;

// Returns the task with most of the last events: the one that loops.
TaskId busiest_task(const Execution& execution, Position from) {
  std::vector<std::uint32_t> counts(execution.registry().task_count(), 0);
  for (Position i = from; i < execution.size(); ++i) ++counts[execution[i].task.value];
  const auto most = std::max_element(counts.begin(), counts.end());
  return {static_cast<std::uint32_t>(most - counts.begin())};
}

// Returns the length of the shortest cycle of source locations that the last events of the task
// repeat, or the number of all of them if nothing repeats.
std::size_t cycle_length(const Execution& execution, std::span<const Position> events) {
  const auto same_place = [&](std::size_t i, std::size_t j) {
    return execution[events[i]].location == execution[events[j]].location;
  };
  for (std::size_t length = 1; length <= events.size() / 2; ++length) {
    bool repeats = true;
    for (std::size_t i = events.size() - 1;
         repeats && i >= length && i + 3 * length > events.size(); --i)
      repeats = same_place(i, i - length);
    if (repeats) return length;
  }
  return events.size();
}

}  // namespace

Finding livelock_finding(const Execution& execution, const Describer& describer,
                         std::uint64_t max_steps) {
  const Position from = execution.size() > window ? execution.size() - window : 0;
  const TaskId task = busiest_task(execution, from);
  auto events = execution.events_of(task);
  if (events.size() > window) events = events.last(window);
  const auto loop = events.last(std::min<std::size_t>(cycle_length(execution, events), 12));

  Finding finding;
  finding.kind = FindingKind::livelock;
  finding.message =
      fmt::format("an execution does not end within {} steps (--max-steps)", max_steps);
  finding.task = task;
  finding.location = execution[loop.front()].location;
  finding.position = execution.size();
  finding.events.assign(loop.begin(), loop.end());
  finding.because.push_back(
      {fmt::format("{} repeats:", describer.describe(task)), Reason::nowhere});
  for (const Position position : loop) {
    const std::string what = describer.describe(execution[position]);  // resolves the location
    finding.because.push_back(
        {fmt::format("  {} ({})", what, execution.registry().text_of(execution[position].location)),
         position});
  }
  return finding;
}

}  // namespace mazurka
