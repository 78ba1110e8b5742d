// What an exploration costs beside the runs of the program themselves: remembers all schedules and
// runs them again without any analysis (`check --rerun`).
#pragma once

#include <cstdint>
#include <vector>

#include "core/execution.h"
#include "explore/summary.h"
#include "program/program.h"

namespace mazurka {

class Rerun {
 public:
  // Starts to remember; what was remembered before is forgotten.
  void begin();
  void remember(const Execution& execution);
  // Runs everything that was remembered, and adds to the statistics of the summary what a run took
  // with and without analysis, in nanoseconds of CPU time.
  void measure(Program& program, Summary& summary);

 private:
  void run_all(Program& program) const;
  void replay_some(Program& program) const;

  std::vector<Choice> choices_;          // of all executions
  std::vector<std::size_t> ends_;        // by execution, into choices_
  std::vector<Event> events_;            // of the first executions
  std::vector<std::size_t> event_ends_;  // by execution, into events_
  std::uint64_t begun_ = 0;              // CPU time, in nanoseconds
};

}  // namespace mazurka
