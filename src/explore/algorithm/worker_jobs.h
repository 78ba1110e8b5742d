// The jobs of Event-DPOR where it is one of several workers (frontier.h): between two runs, the
// worker tells the store what is left to explore, takes jobs from it, and drops those that others
// explore.
#pragma once

#include <span>
#include <vector>

#include "core/execution.h"
#include "core/step.h"
#include "core/trace_key.h"
#include "explore/frontier/frontier.h"
#include "explore/frontier/put_off_jobs.h"
#include "explore/redundancy/redundancy.h"
#include "explore/tree/schedule_frames.h"

namespace mazurka {

class WorkerJobs {
 public:
  // All must outlive this object. `is_probe` says whether the present run is a probe, that is,
  // whether its trace is not known beforehand; between two runs, whether the next one is. A worker
  // that takes new jobs sets it.
  WorkerJobs(Frontier& frontier, ScheduleFrames& frames, Redundancy& redundancy,
             const Execution& execution, bool& is_probe);
  WorkerJobs(const WorkerJobs&) = delete;
  WorkerJobs& operator=(const WorkerJobs&) = delete;

  // Takes the first jobs.
  void begin() { *is_probe_ = take(); }
  // Commits when it is time to, or if this worker has nothing left to explore. Then takes jobs.
  // `gave_up_search`: executions may be missing.
  void share(bool gave_up_search);
  // Returns whether a run may be its own probe.
  [[nodiscard]] bool may_run_probes() const { return !frontier_->has_bound(); }

  // Returns whether another worker seems to have found the trace.
  [[nodiscard]] bool is_claimed(const TraceKey& trace) const {
    return frontier_->is_claimed(trace);
  }
  // Keeps a job until the store knows whose it is.
  void put_off(const TraceKey& trace, std::span<const Choice> schedule);

 private:
  [[nodiscard]] bool has_branches() const { return frames_->deepest_branch().has_value(); }
  void commit(bool is_idle);
  // Returns whether the first new job is the very first execution of the exploration, whose trace
  // nobody knows.
  bool take();
  // Notes all that is left to explore.
  void tell();

  Frontier* frontier_;
  ScheduleFrames* frames_;
  Redundancy* redundancy_;
  const Execution* execution_;
  bool* is_probe_;
  PutOffJobs put_off_;
  std::vector<Choice> choices_;  // memory that is reused
};

}  // namespace mazurka
