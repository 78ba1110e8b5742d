// The store of an exploration by several workers: the keys of all known traces, and the jobs that
// are left. It is passive; parent processes and tests call it.
//
//   Claim      The workers together explore every trace exactly once, whichever of them die, as
//              long as the store lives. docs/decisions/0010-many-workers.md has the argument.
//   Noting     A key that is new is added to the known ones, and its job is left, in one step.
//   Done       The first run that reaches a noted trace counts, and its job is no longer left. If
//              a job was given to two workers, because the first one was taken for dead, the second
//              run adds nothing.
//   The end    No job is left: everything that was noted is done, and nobody can note anything.
//
// Invariants, while has_failed() is false:
//   - left_ has exactly the known traces that are not done. Each of these jobs is queued, or given
//     to one worker.
//   - queue_ has the keys of all jobs that are queued, and keys of jobs that meanwhile are done,
//     which are skipped.
//
// Jobs are handed out last in, first out. So those that were found last, which are the deepest ones
// and begin like each other, stay together, and few are left at any time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "explore/frontier/commit.h"
#include "explore/frontier/known_traces.h"

namespace mazurka {

class JobStore {
 public:
  struct Options {
    std::size_t known_in_memory = KnownTraces::usual_limit;
    std::shared_ptr<KeyFolder> key_folder = nullptr;
    // How many jobs a worker may have: as many as it did between its last two commits, times this,
    // but not fewer than `fewest_jobs`.
    std::size_t jobs_per_done = 4;
    std::size_t fewest_jobs = 2;
  };

  JobStore() : JobStore(Options{}) {}
  explicit JobStore(const Options& options);

  // Adds a worker and returns its number.
  [[nodiscard]] std::size_t add_worker();
  // Books a commit of this worker. Sets `granted` of its reply.
  [[nodiscard]] Reply book(std::size_t worker, const Commit& commit);
  // Gives queued jobs to a worker that has none. Returns false if there are none at present.
  [[nodiscard]] bool give_jobs(std::size_t worker, Reply& reply);
  // Queues the jobs of a worker that has died, or is taken for dead.
  void lose(std::size_t worker);
  // Says how many workers wait for jobs: new jobs are then queued for them.
  void set_waiting(std::size_t waiting) { waiting_ = waiting; }

  // Returns whether every known trace has been explored.
  [[nodiscard]] bool is_complete() const { return !first_is_left_ && left_.empty(); }
  // Returns whether a job led to another trace than the one that was noted for it: a prediction
  // failed, or the program is not deterministic. The counts are then worthless.
  [[nodiscard]] bool has_failed() const { return has_failed_; }
  [[nodiscard]] const RunCounts& counts() const { return counts_; }
  [[nodiscard]] std::uint64_t known() const { return known_.size(); }
  [[nodiscard]] std::uint64_t left() const { return left_.size() + (first_is_left_ ? 1 : 0); }
  [[nodiscard]] std::uint64_t queued() const;
  // Returns why keys of known traces stay in memory that should be in files; empty if none do.
  [[nodiscard]] const std::string& storage_problem() const { return known_.problem(); }

 private:
  static constexpr std::size_t nobody = ~std::size_t{0};

  struct JobLeft {
    std::vector<Choice> schedule;
    std::size_t owner = nobody;  // nobody: it is queued
  };
  struct Worker {
    std::unordered_map<TraceKey, bool> jobs;  // a set
    std::size_t most_jobs = 1;
    bool has_first = false;
  };

  void book_done(std::size_t worker, const DoneRun& run);
  [[nodiscard]] bool book_noted(std::size_t worker, const Job& job);
  void give(std::size_t worker, const TraceKey& key, JobLeft& job);

  Options options_;
  KnownTraces known_;
  std::unordered_map<TraceKey, JobLeft> left_;
  std::vector<TraceKey> queue_;
  std::vector<Worker> workers_;
  std::size_t waiting_ = 0;
  std::size_t queued_ = 0;
  bool first_is_left_ = true;
  bool first_is_queued_ = true;
  bool has_failed_ = false;
  RunCounts counts_;
};

}  // namespace mazurka
