// Makes jobs for several workers of what one process had left to explore with Event-DPOR.
#pragma once

#include <cstddef>
#include <vector>

#include "core/execution.h"
#include "explore/frontier/commit.h"

namespace mazurka {

class CheckpointReader;

struct EventJobs {
  // The sequences of the schedule tree. If one of them is its own probe, it is the first job.
  std::vector<Job> jobs;
  bool gave_up_search = false;
};

// Reads the beginning of the state of Event-DPOR. What is left in the reader begins with the known
// traces. REQUIRES: `execution` is the prefix that the next run would keep. Throws UserError if the
// state is damaged.
[[nodiscard]] EventJobs read_event_jobs(const Execution& execution, CheckpointReader& from);

}  // namespace mazurka
