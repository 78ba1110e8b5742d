#include "explore/algorithm/worker_jobs.h"

#include <optional>

#include "explore/mutations.h"

namespace mazurka {

WorkerJobs::WorkerJobs(Frontier& frontier, ScheduleFrames& frames, Redundancy& redundancy,
                       const Execution& execution, bool& is_probe)
    : frontier_(&frontier),
      frames_(&frames),
      redundancy_(&redundancy),
      execution_(&execution),
      is_probe_(&is_probe) {
  frontier.set_teller([this](Frontier&) { tell(); });
}

void WorkerJobs::share(bool gave_up_search) {
  if (gave_up_search) frontier_->note_given_up_search();
  if (has_branches() && !frontier_->is_due()) return;
  const bool was_idle = !has_branches() && put_off_.empty();
  commit(was_idle);
  if (!has_branches() && !put_off_.empty()) commit(false);
  // If it has lost all of its jobs, it needs others.
  if (!was_idle && !has_branches()) commit(true);
}

void WorkerJobs::commit(bool is_idle) {
  frontier_->commit(is_idle);
  const bool is_first = take();
  if (is_idle) *is_probe_ = is_first;
}

bool WorkerJobs::take() {
  using Goal = ScheduleFrames::Goal;
  if (frontier_->sees_keys_of_store()) redundancy_->forget_known();
  for (const Job& job : frontier_->lost_jobs()) {
    frames_->remove(job.schedule);
    put_off_.remove(job.key);
  }
  for (const Job& job : put_off_.take_ready())
    frames_->insert(0, job.schedule, Goal{.trace = job.key, .is_told = true});
  for (const Job& job : frontier_->new_jobs()) {
    if (!job.is_first) redundancy_->know(job.key);
    std::optional<Goal> goal;
    if (!job.is_first) goal = {.trace = job.key, .is_told = true, .is_foreign = true};
    frames_->insert(0, job.schedule, goal);
  }
  return !frontier_->new_jobs().empty() && frontier_->new_jobs().front().is_first;
}

void WorkerJobs::put_off(const TraceKey& trace, std::span<const Choice> schedule) {
  if (!mutations().trusts_claims) put_off_.add({trace, {schedule.begin(), schedule.end()}});
}

// If the next run is a probe of what the present one has found, nobody else could run it, so the
// present run is left as well. If nothing is left, there is no such probe any more: the sequence
// that it was to run is also that of a job, which another worker explores now.
void WorkerJobs::tell() {
  frames_->tell([&](std::span<const Choice> choices, const TraceKey& trace) {
    frontier_->note(trace, choices);
  });
  put_off_.note(*frontier_);
  if (!*is_probe_ || !has_branches() || mutations().holds_no_run) return;
  choices_.clear();
  for (const Event& event : execution_->events()) choices_.push_back(event.as_choice());
  frontier_->hold_last_run(choices_);
}

}  // namespace mazurka
