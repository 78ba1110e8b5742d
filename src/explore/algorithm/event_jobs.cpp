#include "explore/algorithm/event_jobs.h"

#include <optional>
#include <span>

#include "explore/checkpoint_io.h"
#include "explore/tree/schedule_frames.h"

namespace mazurka {

EventJobs read_event_jobs(const Execution& execution, CheckpointReader& from) {
  EventJobs result;
  ScheduleFrames frames(execution);
  frames.load(execution.size(), from);
  const bool is_probe = from.flag();
  result.gave_up_search = from.flag();
  bool has_first = false;
  frames.for_each_sequence(
      execution.size() + 1,
      [&](std::span<const Choice> choices, const std::optional<ScheduleTree::Goal>& goal) {
        Job& job = result.jobs.emplace_back();
        job.schedule.assign(choices.begin(), choices.end());
        if (goal) {
          job.key = goal->trace;
        } else {
          // Only one sequence leads to a trace that is not known, and only if it is a probe.
          if (has_first || !is_probe) CheckpointReader::fail();
          job.is_first = has_first = true;
        }
      });
  return result;
}

}  // namespace mazurka
