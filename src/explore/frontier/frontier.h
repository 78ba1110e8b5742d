// What one of several exploring processes (a *worker*) knows about the work that they share.
//
// The keys of all known traces and the jobs that are left are in a store (job_store.h), which
// another process keeps. A worker explores its jobs in its own order. A candidate whose trace is
// new to the worker becomes one of its jobs at once, and is noted here. From time to time it
// commits: what it has noted and done goes to the store, and the reply says which of its jobs other
// workers explore, because they noted them earlier or have nothing else to do. A worker without
// jobs waits for some.
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
#include "explore/frontier/shared_keys.h"

namespace mazurka {

class Frontier {
 public:
  struct Options {
    // Keys that the store knows; null: the worker knows only what it has found itself.
    const SharedKeys* keys = nullptr;
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
  [[nodiscard]] bool begin() {
    commit(/*is_idle=*/true);
    return !jobs_.empty();
  }

  // --- For the algorithm ---

  // Notes that this schedule leads to a trace that is new to this worker.
  void note(const TraceKey& key, std::span<const Choice> schedule) {
    Job& job = commit_.noted.emplace_back();
    job.key = key;
    job.schedule.assign(schedule.begin(), schedule.end());
  }
  // Returns whether the store is known to know the trace. A wrong "no" only costs time.
  [[nodiscard]] bool knows(const TraceKey& key) const {
    return options_.keys != nullptr && options_.keys->contains(key);
  }
  // Says which trace the present run has, if it is new to this worker. `was_job`: the run was
  // expected to lead there.
  void reached(const TraceKey& key, bool was_job) {
    commit_.done.push_back({key, was_job, {}});
    ++runs_;
  }
  // Returns whether a commit is due. REQUIRES for the commit: everything that was found in the runs
  // so far has been noted.
  [[nodiscard]] bool is_due() const {
    if (options_.commit_runs != 0 && runs_ >= options_.commit_runs) return true;
    return Clock::now() - committed_ >= std::chrono::duration<double>(options_.commit_seconds);
  }
  // Commits. If the worker is idle, waits until there are jobs for it, or nothing is left to do.
  void commit(bool is_idle);
  // Return what the last reply said: which jobs are new for this worker, and which it should
  // forget.
  [[nodiscard]] std::span<const Job> new_jobs() const { return jobs_; }
  [[nodiscard]] std::span<const Job> lost_jobs() const { return lost_; }

  // --- For the exploration loop ---

  // Takes the counts after a run, so that its part of them is committed with it.
  void count(const Summary& so_far);
  // Commits the last runs. REQUIRES: the exploration has ended.
  void finish() {
    if (!commit_.done.empty() || !commit_.noted.empty()) commit(/*is_idle=*/false);
  }
  // Returns whether this worker runs the random executions of the exploration now.
  [[nodiscard]] bool should_sample() const { return should_sample_; }

 private:
  using Clock = std::chrono::steady_clock;

  Exchange exchange_;
  Options options_;
  Commit commit_;
  std::vector<Job> jobs_;
  std::vector<Job> lost_;
  bool should_sample_ = false;
  std::uint64_t runs_ = 0;   // since the last commit
  std::size_t counted_ = 0;  // of commit_.done: their counts are set
  RunCounts counts_;         // at the end of the last run that was counted
  Clock::time_point committed_;
};

}  // namespace mazurka
