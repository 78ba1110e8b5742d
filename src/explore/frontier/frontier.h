// What one of several exploring processes (a *worker*) knows about the work that they share.
//
// The keys of all known traces and the jobs that are left are in a store (job_store.h), which
// another process keeps. A worker explores its jobs in its own order. A candidate whose trace is
// new to the worker becomes one of its jobs at once. From time to time the worker commits: the
// store gets the runs that are done, and notes of jobs that are not done yet. (Most jobs are done
// before the next commit, so nobody else ever hears of them.) The reply says which of its jobs
// other workers explore, because they noted them earlier or have nothing else to do. A worker
// without jobs waits for some.
//
// Nothing is lost if a worker dies at any moment: a run counts as done only together with, or
// after, everything that was found in it. What is lost was not committed, and its job is given to
// another worker.
#pragma once

#include <cstdint>
#include <ctime>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "explore/frontier/commit.h"
#include "explore/frontier/shared_hints.h"
#include "explore/frontier/shared_keys.h"

namespace mazurka {

class Frontier {
 public:
  struct Options {
    // Keys that the store knows; null: the worker knows only what it has found itself.
    const SharedKeys* keys = nullptr;
    SharedHints* hints = nullptr;   // what workers tell each other; null: nothing
    std::size_t worker = 0;         // the number of this worker in the store
    std::uint64_t commit_runs = 0;  // a commit is due after so many runs; 0: after some time
  };
  // Sends a commit to the store and waits for the reply.
  using Exchange = std::function<std::string(std::string_view commit)>;
  // Calls note() for each job that is left and was not noted, and hold_last_run() if it has to.
  using Teller = std::function<void(Frontier&)>;

  Frontier(Exchange exchange, const Options& options)
      : exchange_(std::move(exchange)), options_(options), committed_(seconds(CLOCK_MONOTONIC)) {}

  // Gets the first jobs. Returns false if there is nothing to do for this worker. REQUIRES: called
  // before the exploration.
  [[nodiscard]] bool begin() {
    commit(/*is_idle=*/true);
    return !jobs_.empty();
  }

  // --- For the algorithm ---

  // Sets what is called before each commit. REQUIRES: it can be called as long as this exists.
  void set_teller(Teller teller) { teller_ = std::move(teller); }
  // Notes a job of this worker: a schedule, and the trace that it leads to.
  void note(const TraceKey& key, std::span<const Choice> schedule);
  // Keeps the last run out of this commit, because something that was found in it has not been
  // noted. Until the next commit, the run is a job that is left. `schedule` leads to it.
  void hold_last_run(std::span<const Choice> schedule);
  // Returns whether the store is known to know the trace. A wrong "no" only costs time.
  [[nodiscard]] bool knows(const TraceKey& key) const {
    return options_.keys != nullptr && options_.keys->contains(key);
  }
  // Claims a trace that is new to this worker. Returns whether another worker seems to have found
  // it, so that it is better to explore it later: the store will know then whose it is.
  [[nodiscard]] bool is_claimed(const TraceKey& key) {
    return options_.hints != nullptr && options_.hints->claim(key);
  }
  // Returns whether knows() knows everything that was committed, unless it was long ago.
  [[nodiscard]] bool sees_keys_of_store() const { return options_.keys != nullptr; }
  // Says which trace the present run has, if it is new to this worker. `was_noted`: as a job.
  void reached(const TraceKey& key, bool was_noted) {
    commit_.done.push_back({key, was_noted, {}});
    ++runs_;
  }
  // Says that a job led to another trace than the one that was noted for it.
  void fail() { commit_.has_failed = true; }
  // Says that a search was given up, so that executions may be missing.
  void note_given_up_search() { commit_.gave_up_search = true; }
  // Returns whether this worker may only run a certain number of executions. Then it must know
  // where each of them leads, or else it could run one more than it may (hold_last_run()).
  [[nodiscard]] bool has_bound() const { return most_runs_ != 0; }
  // Returns whether a commit is due.
  [[nodiscard]] bool is_due() const {
    if (most_runs_ != 0 && runs_ >= most_runs_) return true;
    if (options_.commit_runs != 0) return runs_ >= options_.commit_runs;
    if (options_.hints != nullptr) {
      if (options_.hints->has_lost_jobs(options_.worker)) return true;
      if (options_.hints->somebody_waits())
        return seconds(CLOCK_MONOTONIC) >= committed_ + seconds_if_somebody_waits;
    }
    // This clock is cheap, and late by some milliseconds.
    return seconds(CLOCK_MONOTONIC_COARSE) >= committed_ + commit_seconds;
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
  // Says that a bound has stopped a run in its middle. What is left to explore then is no longer
  // known, so nothing is committed any more: the jobs of this worker are left.
  void abandon() { is_abandoned_ = true; }
  // Commits the last runs. REQUIRES: the last run has ended, and the algorithm and its execution
  // still exist.
  void finish() {
    if (!commit_.done.empty() && !is_abandoned_) commit(/*is_idle=*/false);
  }
  // Returns whether an estimate of what is left would be welcome, in the summary of the next run
  // that is counted. It is sent with the next commit.
  [[nodiscard]] bool wants_estimate() const { return wants_estimate_; }
  // Returns whether this worker runs the random executions of the exploration now.
  [[nodiscard]] bool should_sample() const { return should_sample_; }

 private:
  static constexpr double commit_seconds = 0.05;
  static constexpr double seconds_if_somebody_waits = 0.001;

  [[nodiscard]] static double seconds(clockid_t clock) {
    timespec time{};
    clock_gettime(clock, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
  }

  Exchange exchange_;
  Options options_;
  Teller teller_;
  Commit commit_;                // the next one
  std::size_t note_count_ = 0;   // the first ones in commit_.noted; the memory of others is reused
  std::optional<DoneRun> held_;  // by hold_last_run()
  std::vector<Job> jobs_;
  std::vector<Job> lost_;
  std::uint64_t estimated_left_ = 0;
  bool wants_estimate_ = true;
  bool should_sample_ = false;
  bool is_abandoned_ = false;
  std::uint64_t most_runs_ = 0;  // before the next commit; 0: no bound
  std::uint64_t runs_ = 0;       // since the last commit
  std::size_t counted_ = 0;      // of commit_.done: their counts are set
  RunCounts counts_;             // at the end of the last run that was counted
  double committed_;
};

}  // namespace mazurka
