// What one of several exploring processes (a *worker*) knows about the work that they share.
//
// The keys of all known traces and the jobs that are left are in a store (job_store.h), which
// another process keeps. A worker explores the jobs that it was given. Where the algorithm of a
// single process would insert a candidate into its tree, a worker notes it here. From time to time
// the worker commits: what it has noted and done goes to the store, and the reply brings new jobs.
//
// Nothing is lost if a worker dies at any moment: a run counts as done only together with, or
// after, everything that was found in it. What is lost was not committed, and its job is given to
// another worker.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "explore/frontier/commit.h"

namespace mazurka {

class Frontier {
 public:
  struct Options {
    // When a commit is due: after so many seconds, or so many runs (0: whatever their number).
    double commit_seconds = 0.005;
    std::uint64_t commit_runs = 0;
  };
  // Sends a commit to the store and waits for the reply.
  using Exchange = std::function<std::string(std::string_view commit)>;

  Frontier(Exchange exchange, const Options& options)
      : exchange_(std::move(exchange)), options_(options), committed_(Clock::now()) {}

  // Gets the first jobs. Returns false if there is nothing to do for this worker. REQUIRES: called
  // before the exploration.
  [[nodiscard]] bool begin() { return !commit().empty(); }

  // --- For the algorithm ---

  // Returns the jobs that a worker begins with.
  [[nodiscard]] std::span<const Job> first_jobs() const { return jobs_; }
  // Notes that this schedule leads to a trace that is new to this worker.
  void note(const TraceKey& key, std::span<const Choice> schedule) {
    Job& job = commit_.noted.emplace_back();
    job.key = key;
    job.schedule.assign(schedule.begin(), schedule.end());
  }
  // Says which trace the present run has, if it is new to this worker. `was_job`: the run was
  // expected to lead there.
  void reached(const TraceKey& key, bool was_job) {
    commit_.done.push_back({key, was_job, {}});
    ++runs_;
    if (was_job && jobs_left_ > 0) --jobs_left_;
  }
  // Returns whether a commit is due. REQUIRES for the commit: everything that was found in the runs
  // so far has been noted.
  [[nodiscard]] bool is_due() const {
    if (options_.commit_runs != 0 && runs_ >= options_.commit_runs) return true;
    return Clock::now() - committed_ >= std::chrono::duration<double>(options_.commit_seconds);
  }
  // Commits. Returns the jobs that this worker explores next: none if nothing is left to do, or if
  // the worker still has jobs. Waits until there is one of these answers.
  [[nodiscard]] std::span<const Job> commit();
  // Returns whether the last reply asked the worker to empty its caches (Reply::forgets).
  [[nodiscard]] bool must_forget() const { return must_forget_; }

  // --- For the exploration loop ---

  // Takes the counts after a run, so that its part of them is committed with it.
  void count(const Summary& so_far);

 private:
  using Clock = std::chrono::steady_clock;

  Exchange exchange_;
  Options options_;
  Commit commit_;
  std::vector<Job> jobs_;
  std::uint64_t jobs_left_ = 0;
  bool must_forget_ = false;
  std::uint64_t runs_ = 0;   // since the last commit
  std::size_t counted_ = 0;  // of commit_.done: their counts are set
  RunCounts counts_;         // at the end of the last run that was counted
  Clock::time_point committed_;
};

}  // namespace mazurka
