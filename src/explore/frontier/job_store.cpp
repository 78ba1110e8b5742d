#include "explore/frontier/job_store.h"

#include <algorithm>
#include <utility>

#include "explore/mutations.h"

namespace mazurka {

JobStore::JobStore(const Options& options)
    : options_(options), known_(options.known_in_memory, options.key_folder) {
  if (options.is_part) first_is_left_ = first_is_queued_ = false;
}

std::size_t JobStore::add_worker() {
  workers_.emplace_back();
  return workers_.size() - 1;
}

bool JobStore::add_known(const TraceKey& key) {
  if (options_.keys == nullptr) return known_.insert(key);
  if (options_.keys->is_full()) empty_shared_keys();
  if (!options_.keys->insert(key)) return false;
  // Somebody asks for a known key if the shared table has forgotten it.
  if (known_.size() > 0 && known_.contains(key)) return false;
  ++recent_;
  if (options_.key_folder != nullptr) unsaved_.push_back(key);
  return true;
}

bool JobStore::is_known(const TraceKey& key) {
  return (options_.keys != nullptr && options_.keys->contains(key)) || known_.contains(key);
}

void JobStore::empty_shared_keys() {
  if (options_.key_folder != nullptr)
    save_recent_keys();
  else
    options_.keys->for_each([this](const TraceKey& key) { (void)known_.insert(key); });
  options_.keys->clear();
  recent_ = 0;
}

void JobStore::save_recent_keys() {
  for (const TraceKey& key : unsaved_) (void)known_.insert(key);
  unsaved_.clear();
  recent_ = 0;
}

// Notes come first: a run in `done` may rely on any of them.
Reply JobStore::book(std::size_t worker, Commit&& commit) {
  Reply reply;
  if (workers_[worker].is_refused || exceeds_leave(commit)) {
    // It was taken for dead, and others have run these executions in the meantime. What it does not
    // commit now, it will not commit later either.
    lose(worker);
    workers_[worker].is_refused = reply.is_over = true;
    return reply;
  }
  leave_ -= std::exchange(workers_[worker].leave, 0);
  gave_up_search_ = gave_up_search_ || commit.gave_up_search;
  reply.granted.reserve(commit.noted.size());
  // The first commit after the very first execution has it, as a run that is done or as a job,
  // unless its trace is known already.
  if (workers_[worker].has_first) {
    first_is_left_ = workers_[worker].has_first = false;
    if (options_.is_part) news_.done.push_back({key_of_first_job, /*was_noted=*/true, {}});
  }
  for (Job& job : commit.noted) reply.granted.push_back(book_noted(worker, job));
  for (const DoneRun& run : commit.done) book_done(worker, run);
  workers_[worker].done += commit.done.size();
  workers_[worker].estimated_left = commit.estimated_left;
  reply.taken = std::exchange(workers_[worker].taken, {});
  if (options_.hints != nullptr) options_.hints->set_has_lost_jobs(worker, false);
  // A worker that has explored all of its jobs and still owns one was led elsewhere by it.
  if (commit.has_failed || (commit.is_idle && workers_[worker].count > 0)) has_failed_ = true;
  return reply;
}

// Returns whether the job belongs to the worker. It may have noted the job before, and forgotten.
bool JobStore::book_noted(std::size_t worker, Job& job) {
  if (!add_known(job.key)) {
    const JobLeft* const known = left_.find(job.key);
    return known != nullptr && known->owner == worker;
  }
  JobLeft& left = left_.add(job.key);
  left.schedule.swap(job.schedule);  // so that memory is reused by both
  give(worker, job.key, left);
  if (options_.is_part) news_.noted.push_back(job.key);
  return true;
}

void JobStore::book_done(std::size_t worker, const DoneRun& run) {
  if (const JobLeft* const job = left_.find(run.key); job != nullptr) {
    if (job->owner != nobody) {
      --workers_[job->owner].count;
      if (job->owner != worker) workers_[job->owner].taken.push_back({run.key, job->schedule});
    }
    left_.remove(run.key);
  } else if (!add_known(run.key)) {
    if (!mutations().counts_twice) return;  // done before
  } else if (run.was_noted) {
    has_failed_ = true;
  }
  counts_ += run.counts;
  if (options_.is_part) news_.done.push_back(run);
  if (options_.max_executions != 0) executions_ += run.counts.maximal_executions();
}

void JobStore::give(std::size_t worker, const TraceKey& key, JobLeft& job) {
  Worker& owner = workers_[worker];
  // Forgets jobs that do not belong to it any more, when they are most of the list.
  if (owner.jobs.size() > 2 * owner.count + 1000)
    std::erase_if(owner.jobs, [&](const TraceKey& each) {
      const JobLeft* const left = left_.find(each);
      return left == nullptr || left->owner != worker;
    });
  job.owner = worker;
  owner.jobs.push_back(key);
  ++owner.count;
}

bool JobStore::give_jobs(std::size_t worker, Reply& reply) {
  if (std::exchange(first_is_queued_, false)) {
    workers_[worker].has_first = true;
    reply.jobs.push_back({.schedule = first_schedule_, .is_first = true});
    return true;
  }
  const std::size_t most = most_jobs_for(workers_[worker]);
  while (!queue_.empty() && reply.jobs.size() < most) {
    const TraceKey key = queue_.back();
    queue_.pop_back();
    JobLeft* const job = left_.find(key);
    if (job == nullptr || job->owner != nobody) continue;
    give(worker, key, *job);
    reply.jobs.push_back({key, job->schedule});
  }
  if (reply.jobs.empty()) take_from_richest(worker, reply, most);
  if (reply.jobs.empty()) return false;
  Worker& receiver = workers_[worker];
  receiver.most = most;
  receiver.got = reply.jobs.size();
  receiver.done_then = receiver.done;
  return true;
}

// A worker whose last jobs led to few others will need jobs again soon: it gets more of them.
std::size_t JobStore::most_jobs_for(const Worker& worker) const {
  const std::size_t usual = options_.most_jobs_at_once;
  const bool led_to_few = worker.done - worker.done_then <= 4 * worker.got;
  return led_to_few ? std::clamp(2 * worker.most, usual, 100 * usual) : usual;
}

// Takes half of the jobs of the worker that has the most, but leaves it at least one.
void JobStore::take_from_richest(std::size_t worker, Reply& reply, std::size_t most_jobs) {
  const auto richest = std::ranges::max_element(workers_, {}, &Worker::count);
  const auto from = static_cast<std::size_t>(richest - workers_.begin());
  if (from == worker) return;
  const std::size_t most = std::min(richest->count / 2, most_jobs);
  if (most > 0 && options_.hints != nullptr) options_.hints->set_has_lost_jobs(from, true);
  while (reply.jobs.size() < most) {
    const TraceKey key = richest->jobs.front();
    richest->jobs.pop_front();
    JobLeft* const job = left_.find(key);
    if (job == nullptr || job->owner != from) continue;
    --richest->count;
    reply.jobs.push_back({key, job->schedule});
    richest->taken.push_back(reply.jobs.back());
    give(worker, key, *job);
  }
}

bool JobStore::add_job(const TraceKey& key, std::vector<Choice> schedule) {
  if (left_.find(key) != nullptr) return true;
  const auto is_this = [&](const DoneRun& run) { return run.key == key; };
  if (!add_known(key) && std::ranges::any_of(news_.done, is_this)) return false;
  JobLeft& job = left_.add(key);
  job.schedule = std::move(schedule);
  job.owner = nobody;
  queue_.push_back(key);
  return true;
}

void JobStore::know(const TraceKey& key) {
  if (JobLeft* const job = left_.find(key); job != nullptr)
    drop(key, *job);
  else
    (void)add_known(key);
}

// The worker that has the job forgets it when it commits next.
void JobStore::drop(const TraceKey& key, JobLeft& job) {
  if (job.owner != nobody) {
    --workers_[job.owner].count;
    workers_[job.owner].taken.push_back({key, job.schedule});
    if (options_.hints != nullptr) options_.hints->set_has_lost_jobs(job.owner, true);
  }
  left_.remove(key);
}

std::optional<Estimate> JobStore::estimate() const {
  double jobs = 0;  // of the workers that have an idea
  double to_come = 0;
  for (const Worker& worker : workers_) {
    if (worker.estimated_left == 0 || worker.count == 0) continue;
    jobs += static_cast<double>(worker.count);
    to_come += static_cast<double>(worker.estimated_left);
  }
  if (jobs == 0) return std::nullopt;
  Summary so_far;
  counts_.give(so_far);
  const auto explored = static_cast<double>(so_far.maximal_executions());
  const auto left = static_cast<double>(this->left());
  return Estimate{.executions = explored + std::max(left, to_come / jobs * left),
                  .least = explored + left};
}

std::vector<Job> JobStore::take_noted() {
  std::vector<Job> result;
  for (const TraceKey& key : std::exchange(news_.noted, {}))
    if (const JobLeft* const job = left_.find(key); job != nullptr)
      result.push_back({key, job->schedule});
  return result;
}

std::vector<Job> JobStore::give_away(std::size_t most) {
  std::vector<Job> result;
  most = std::min(most, left_.size() / 2);
  const auto take = [&](const TraceKey& key, std::size_t owner) {
    JobLeft* const job = left_.find(key);
    if (job == nullptr || job->owner != owner) return;
    result.push_back({key, job->schedule});
    drop(key, *job);
  };
  for (; !queue_.empty() && result.size() < most; queue_.pop_back()) take(queue_.back(), nobody);
  while (result.size() < most) {
    const auto richest = std::ranges::max_element(workers_, {}, &Worker::count);
    if (richest == workers_.end() || richest->count < 2) break;
    const TraceKey key = richest->jobs.front();
    richest->jobs.pop_front();
    take(key, static_cast<std::size_t>(richest - workers_.begin()));
  }
  return result;
}
// --- The bound on executions ---------------------------------------------------------------------

// A worker commits at the latest when it has used its leave. It gets a part of what is left, so
// that the others get some, too, and the last executions are not all left to one.
bool JobStore::give_leave(std::size_t worker, Reply& reply) {
  if (options_.max_executions == 0) return true;
  const std::uint64_t left = leave_left();
  if (left == 0) return false;
  reply.most_runs = std::max<std::uint64_t>(left / (2 * workers_.size()), 1);
  workers_[worker].leave = reply.most_runs;
  leave_ += reply.most_runs;
  return true;
}

bool JobStore::exceeds_leave(const Commit& commit) const {
  if (options_.max_executions == 0) return false;
  std::uint64_t executions = executions_;
  for (const DoneRun& run : commit.done) executions += run.counts.maximal_executions();
  return executions > options_.max_executions;
}

// --- Checkpoints ---------------------------------------------------------------------------------

JobStore::Saved JobStore::save(CheckpointWriter& keys) {
  save_recent_keys();
  known_.save(keys);
  Saved saved{.jobs = {}, .counts = counts_, .gave_up_search = gave_up_search_};
  if (first_is_left_) saved.jobs.push_back({.schedule = first_schedule_, .is_first = true});
  left_.for_each([&](const TraceKey& key, const JobLeft& job) {
    saved.jobs.push_back({.key = key, .schedule = job.schedule});
  });
  return saved;
}

void JobStore::resume(Saved saved, CheckpointReader& keys) {
  known_.load(keys);
  counts_ = saved.counts;
  executions_ = counts_.maximal_executions();
  gave_up_search_ = saved.gave_up_search;
  first_is_left_ = first_is_queued_ = false;
  for (Job& job : saved.jobs) {
    if (job.is_first) {
      first_is_left_ = first_is_queued_ = true;
      first_schedule_ = std::move(job.schedule);
    } else if (left_.find(job.key) == nullptr) {
      (void)known_.insert(job.key);
      left_.add(job.key).schedule = std::move(job.schedule);
      queue_.push_back(job.key);
    }
  }
}

// --- Deaths --------------------------------------------------------------------------------------

void JobStore::lose(std::size_t worker) {
  if (mutations().forgets_the_dead) return;
  Worker& lost = workers_[worker];
  leave_ -= std::exchange(lost.leave, 0);
  if (std::exchange(lost.has_first, false)) first_is_queued_ = true;
  for (const TraceKey& key : lost.jobs) {
    JobLeft* const job = left_.find(key);
    if (job == nullptr || job->owner != worker) continue;
    job->owner = nobody;
    queue_.push_back(key);
  }
  lost.jobs.clear();
  lost.count = 0;
}

}  // namespace mazurka
