#include "explore/frontier/job_store.h"

#include <algorithm>
#include <utility>

namespace mazurka {

JobStore::JobStore(const Options& options)
    : options_(options), known_(options.known_in_memory, options.key_folder) {}

std::size_t JobStore::add_worker() {
  workers_.emplace_back().most_jobs = options_.fewest_jobs;
  return workers_.size() - 1;
}

std::uint64_t JobStore::queued() const { return queued_ + (first_is_queued_ ? 1 : 0); }

// Notes come first: a run in `done` may rely on any of them.
Reply JobStore::book(std::size_t worker, const Commit& commit) {
  Reply reply;
  workers_[worker].most_jobs =
      std::max(options_.fewest_jobs, options_.jobs_per_done * commit.done.size());
  for (const Job& job : commit.noted) reply.granted.push_back(book_noted(worker, job));
  for (const DoneRun& run : commit.done) book_done(worker, run);
  // A worker that has explored all of its jobs and still owns one was led elsewhere by it.
  if (commit.jobs_left == 0 && !commit.done.empty()) {
    const std::size_t granted = static_cast<std::size_t>(std::ranges::count(reply.granted, true));
    if (workers_[worker].jobs.size() != granted) has_failed_ = true;
  }
  return reply;
}

// Returns whether the worker itself gets the job. It does if the job is new, the worker has not got
// enough, and nobody waits for a job.
bool JobStore::book_noted(std::size_t worker, const Job& job) {
  if (!known_.insert(job.key)) return false;
  JobLeft& left = left_[job.key];
  left.schedule = job.schedule;
  if (waiting_ <= queued_ && workers_[worker].jobs.size() < workers_[worker].most_jobs) {
    give(worker, job.key, left);
    return true;
  }
  queue_.push_back(job.key);
  ++queued_;
  return false;
}

void JobStore::book_done(std::size_t worker, const DoneRun& run) {
  Worker& by = workers_[worker];
  if (std::exchange(by.has_first, false)) first_is_left_ = false;
  const auto job = left_.find(run.key);
  if (job != left_.end()) {
    if (job->second.owner == nobody)
      --queued_;
    else
      workers_[job->second.owner].jobs.erase(run.key);
    left_.erase(job);
  } else if (!known_.insert(run.key)) {
    return;  // done before
  } else if (run.was_job) {
    has_failed_ = true;
  }
  counts_ += run.counts;
}

void JobStore::give(std::size_t worker, const TraceKey& key, JobLeft& job) {
  job.owner = worker;
  workers_[worker].jobs.emplace(key, true);
}

bool JobStore::give_jobs(std::size_t worker, Reply& reply) {
  if (std::exchange(first_is_queued_, false)) {
    workers_[worker].has_first = true;
    reply.jobs.push_back({.is_first = true});
    return true;
  }
  // Everybody who waits gets a part.
  const std::size_t most =
      std::min(workers_[worker].most_jobs, queued_ / std::max<std::size_t>(waiting_, 1) + 1);
  while (!queue_.empty() && reply.jobs.size() < most) {
    const TraceKey key = queue_.back();
    queue_.pop_back();
    const auto job = left_.find(key);
    if (job == left_.end() || job->second.owner != nobody) continue;
    --queued_;
    give(worker, key, job->second);
    reply.jobs.push_back({key, job->second.schedule});
  }
  return !reply.jobs.empty();
}

void JobStore::lose(std::size_t worker) {
  Worker& lost = workers_[worker];
  if (std::exchange(lost.has_first, false)) first_is_queued_ = true;
  for (const auto& [key, is_set] : lost.jobs) {
    left_[key].owner = nobody;
    queue_.push_back(key);
    ++queued_;
  }
  lost.jobs.clear();
}

}  // namespace mazurka
