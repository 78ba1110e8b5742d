// What an exploration costs beside the runs of the program themselves: remembers schedules and runs
// them again without any analysis (`check --rerun`).
//
// By turns, a few milliseconds each: what else the machine does meanwhile slows both down alike.
#pragma once

#include <cstdint>
#include <vector>

#include "core/execution.h"
#include "explore/summary.h"
#include "program/program.h"

namespace mazurka {

class Rerun {
 public:
  // The exploration begins; what was measured before is forgotten.
  void begin();
  void remember(const Execution& execution);
  // Between two executions: if enough was remembered, runs it again.
  void catch_up(Program& program);
  // Runs what is left, and adds to the statistics of the summary what a run took with and without
  // analysis, in nanoseconds of CPU time.
  void finish(Program& program, Summary& summary);

 private:
  void measure(Program& program);
  void run_all(Program& program) const;
  void replay_all(Program& program) const;

  // Since it was last run again.
  std::vector<Event> events_;      // of all executions
  std::vector<std::size_t> ends_;  // by execution, into events_
  std::uint64_t begun_ = 0;        // CPU time, in nanoseconds
  // So far.
  std::uint64_t executions_ = 0;
  std::uint64_t events_run_ = 0;
  std::uint64_t explored_ = 0;   // nanoseconds
  std::uint64_t run_again_ = 0;  // likewise
  std::uint64_t replayed_ = 0;   // likewise
};

}  // namespace mazurka
