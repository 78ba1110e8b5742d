#include "explore/frontier/job_store.h"

#include <algorithm>
#include <utility>

#include "explore/mutations.h"

namespace mazurka {

JobStore::JobStore(const Options& options)
    : options_(options), known_(options.known_in_memory, options.key_folder) {}

std::size_t JobStore::add_worker() {
  workers_.emplace_back();
  return workers_.size() - 1;
}

bool JobStore::add_known(const TraceKey& key) {
  if (!known_.insert(key)) return false;
  if (options_.keys != nullptr) options_.keys->insert(key);
  return true;
}

// Notes come first: a run in `done` may rely on any of them.
Reply JobStore::book(std::size_t worker, Commit commit) {
  Reply reply;
  for (Job& job : commit.noted) reply.granted.push_back(book_noted(worker, job));
  for (const DoneRun& run : commit.done) book_done(worker, run);
  reply.taken = std::exchange(workers_[worker].taken, {});
  // A worker that has explored all of its jobs and still owns one was led elsewhere by it.
  if (commit.is_idle && workers_[worker].count > 0) has_failed_ = true;
  return reply;
}

bool JobStore::book_noted(std::size_t worker, Job& job) {
  if (!add_known(job.key)) return false;
  JobLeft& left = left_[job.key];
  left.schedule = std::move(job.schedule);
  give(worker, job.key, left);
  return true;
}

void JobStore::book_done(std::size_t worker, const DoneRun& run) {
  if (std::exchange(workers_[worker].has_first, false)) first_is_left_ = false;
  const auto job = left_.find(run.key);
  if (job != left_.end()) {
    if (const std::size_t owner = job->second.owner; owner != nobody) {
      --workers_[owner].count;
      if (owner != worker) workers_[owner].taken.push_back({run.key, job->second.schedule});
    }
    left_.erase(job);
  } else if (!add_known(run.key)) {
    if (!mutations().counts_twice) return;  // done before
  } else if (run.was_job) {
    has_failed_ = true;
  }
  counts_ += run.counts;
}

void JobStore::give(std::size_t worker, const TraceKey& key, JobLeft& job) {
  Worker& owner = workers_[worker];
  // Forgets jobs that do not belong to it any more, when they are most of the list.
  if (owner.jobs.size() > 2 * owner.count + 1000)
    std::erase_if(owner.jobs, [&](const TraceKey& each) {
      const auto left = left_.find(each);
      return left == left_.end() || left->second.owner != worker;
    });
  job.owner = worker;
  owner.jobs.push_back(key);
  ++owner.count;
}

bool JobStore::give_jobs(std::size_t worker, Reply& reply) {
  if (std::exchange(first_is_queued_, false)) {
    workers_[worker].has_first = true;
    reply.jobs.push_back({.is_first = true});
    return true;
  }
  while (!queue_.empty() && reply.jobs.size() < options_.most_jobs_at_once) {
    const TraceKey key = queue_.back();
    queue_.pop_back();
    const auto job = left_.find(key);
    if (job == left_.end() || job->second.owner != nobody) continue;
    give(worker, key, job->second);
    reply.jobs.push_back({key, job->second.schedule});
  }
  if (reply.jobs.empty()) take_from_richest(worker, reply);
  return !reply.jobs.empty();
}

// Takes half of the jobs of the worker that has the most, but leaves it at least one.
void JobStore::take_from_richest(std::size_t worker, Reply& reply) {
  const auto richest = std::ranges::max_element(workers_, {}, &Worker::count);
  const auto from = static_cast<std::size_t>(richest - workers_.begin());
  if (from == worker) return;
  const std::size_t most = std::min(richest->count / 2, options_.most_jobs_at_once);
  while (reply.jobs.size() < most) {
    const TraceKey key = richest->jobs.front();
    richest->jobs.pop_front();
    const auto job = left_.find(key);
    if (job == left_.end() || job->second.owner != from) continue;
    --richest->count;
    reply.jobs.push_back({key, job->second.schedule});
    richest->taken.push_back(reply.jobs.back());
    give(worker, key, job->second);
  }
}

void JobStore::lose(std::size_t worker) {
  if (mutations().forgets_the_dead) return;
  Worker& lost = workers_[worker];
  if (std::exchange(lost.has_first, false)) first_is_queued_ = true;
  for (const TraceKey& key : lost.jobs) {
    const auto job = left_.find(key);
    if (job == left_.end() || job->second.owner != worker) continue;
    job->second.owner = nobody;
    queue_.push_back(key);
  }
  lost.jobs.clear();
  lost.count = 0;
}

}  // namespace mazurka
