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
//   - left_ has exactly the known traces that are not done. Each of these jobs is queued, because
//     its worker has died, or belongs to one worker.
//   - queue_ has the keys of all jobs that are queued, and the list of a worker those of all jobs
//     that belong to it, in the order in which it got them. Both may also have keys of jobs that
//     meanwhile are done or belong to somebody else, which are skipped.
//
// A job belongs to the worker that has noted it. A worker that has none gets jobs of the worker
// with the most, and of these the oldest, which have the most in front of them: they were found
// near the beginning of the program, while the worker itself explores the last ones first.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/key_map.h"
#include "explore/frontier/commit.h"
#include "explore/frontier/known_traces.h"
#include "explore/frontier/shared_hints.h"
#include "explore/frontier/shared_keys.h"
#include "explore/summary.h"

namespace mazurka {

class CheckpointReader;
class CheckpointWriter;

class JobStore {
 public:
  struct Options {
    std::size_t known_in_memory = KnownTraces::usual_limit;
    std::shared_ptr<KeyFolder> key_folder = nullptr;
    SharedKeys* keys = nullptr;           // where workers look for known traces; empty
    SharedHints* hints = nullptr;         // where workers see that they have lost jobs
    std::size_t most_jobs_at_once = 100;  // that a worker gets, unless they lead to few others
    std::uint64_t max_executions = 0;     // 0: no bound
    bool is_part = false;                 // of a store for several machines; see below
  };
  // What a checkpoint has of the store, besides the keys of known traces.
  struct Saved {
    std::vector<Job> jobs;  // that are left; at most one of them is the first one
    RunCounts counts;
    bool gave_up_search = false;
  };

  JobStore() : JobStore(Options{}) {}
  explicit JobStore(const Options& options);

  // Adds a worker and returns its number.
  [[nodiscard]] std::size_t add_worker();
  // Books a commit of this worker. Sets `granted` of its reply. If the commit exceeds the bound on
  // executions, books nothing, now and later; the reply says that it is over. Exchanges the
  // schedules of the commit for others, so that its memory can be used again.
  [[nodiscard]] Reply book(std::size_t worker, Commit&& commit);
  // Gives jobs to a worker that has none: queued ones, or some of another worker. Returns false if
  // there are none at present.
  [[nodiscard]] bool give_jobs(std::size_t worker, Reply& reply);
  // Queues the jobs of a worker that has died, or is taken for dead.
  void lose(std::size_t worker);
  // Returns whether every known trace has been explored.
  [[nodiscard]] bool is_complete() const { return !first_is_left_ && left_.empty(); }
  // Returns whether a job led to another trace than the one that was noted for it: a prediction
  // failed, or the program is not deterministic. The counts are then worthless.
  [[nodiscard]] bool has_failed() const { return has_failed_; }
  [[nodiscard]] const RunCounts& counts() const { return counts_; }
  // Returns how many executions there seem to be in all, if a worker has an idea. Jobs that belong
  // to nobody are taken to lead to as many as the others.
  [[nodiscard]] std::optional<Estimate> estimate() const;
  // Returns whether a worker has given up a search, so that executions may be missing.
  [[nodiscard]] bool gave_up_search() const { return gave_up_search_; }

  // --- The bound on executions. Workers get leave to run some, so that there are never more. ---

  // Gives a worker leave to run executions before its next commit. Returns false if it has to wait,
  // because others may run all that are left.
  [[nodiscard]] bool give_leave(std::size_t worker, Reply& reply);
  [[nodiscard]] bool can_give_leave() const {
    return options_.max_executions == 0 || leave_left() > 0;
  }
  // Returns whether the bound is reached, and there are more executions.
  [[nodiscard]] bool exceeds_bound() const {
    return options_.max_executions != 0 && executions_ >= options_.max_executions && !is_complete();
  }

  // --- Checkpoints ---

  // Returns what is left, and writes the keys of known traces. Throws UserError if a file cannot be
  // written.
  [[nodiscard]] Saved save(CheckpointWriter& keys);
  // Continues from there. REQUIRES: nothing was booked.
  void resume(Saved saved, CheckpointReader& keys);

  [[nodiscard]] std::uint64_t known() const { return known_.size() + recent_; }
  [[nodiscard]] std::uint64_t left() const { return left_.size() + (first_is_left_ ? 1 : 0); }
  // Returns why keys of known traces stay in memory that should be in files; empty if none do.
  [[nodiscard]] const std::string& storage_problem() const { return known_.problem(); }

  // --- If it is a part of a store for several machines (cluster/hub.h) ---
  //
  // It has no first job then, unless add_first() is called. If it is complete, there is nothing to
  // do on this machine at present.

  void add_first() { first_is_left_ = first_is_queued_ = true; }
  // Adds a job of another machine. Returns false if this machine has explored its trace.
  bool add_job(const TraceKey& key, std::vector<Choice> schedule);
  // Says that another machine knows the trace, so that it is not to be explored here.
  void know(const TraceKey& key);
  // Returns the runs that were booked since the last call. That of the first job has the key
  // key_of_first_job.
  [[nodiscard]] std::vector<DoneRun> take_done() { return std::exchange(news_.done, {}); }
  // Returns the jobs that were noted since the last call, and are still left.
  [[nodiscard]] std::vector<Job> take_noted();
  // Removes jobs, the oldest of the worker that has the most, and returns them. At least half of
  // all jobs stay.
  [[nodiscard]] std::vector<Job> give_away(std::size_t most);

 private:
  static constexpr std::size_t nobody = ~std::size_t{0};

  struct News {
    std::vector<DoneRun> done;
    std::vector<TraceKey> noted;
  };
  struct JobLeft {
    std::vector<Choice> schedule;
    std::size_t owner = nobody;  // nobody: it is queued
  };
  struct Worker {
    std::deque<TraceKey> jobs;  // the oldest first
    std::size_t count = 0;      // how many of them are left and belong to it
    std::vector<Job> taken;     // from it since its last commit
    bool has_first = false;
    std::uint64_t done = 0;            // runs
    std::uint64_t done_then = 0;       // when it last got jobs of others
    std::size_t got = 0;               // how many it got then
    std::size_t most = 0;              // how many it could have got
    bool is_refused = false;           // nothing that it commits is booked
    std::uint64_t leave = 0;           // how many executions it may run, if there is a bound
    std::uint64_t estimated_left = 0;  // Commit::estimated_left of its last one
  };

  void book_done(std::size_t worker, const DoneRun& run);
  [[nodiscard]] bool book_noted(std::size_t worker, Job& job);
  void give(std::size_t worker, const TraceKey& key, JobLeft& job);
  [[nodiscard]] bool exceeds_leave(const Commit& commit) const;
  [[nodiscard]] std::uint64_t leave_left() const {
    return options_.max_executions - std::min(options_.max_executions, executions_ + leave_);
  }
  [[nodiscard]] bool is_known(const TraceKey& key);
  [[nodiscard]] bool add_known(const TraceKey& key);
  void empty_shared_keys();
  void save_recent_keys();
  void take_from_richest(std::size_t worker, Reply& reply, std::size_t most_jobs);
  [[nodiscard]] std::size_t most_jobs_for(const Worker& worker) const;
  void drop(const TraceKey& key, JobLeft& job);

  Options options_;
  // The known traces are those in `known_` and, if workers look there, those in the shared table,
  // of which `recent_` are not in `known_`.
  KnownTraces known_;
  std::uint64_t recent_ = 0;
  KeyMap<JobLeft> left_;
  std::vector<TraceKey> queue_;
  std::vector<Worker> workers_;
  bool first_is_left_ = true;
  bool first_is_queued_ = true;
  bool has_failed_ = false;
  RunCounts counts_;
  std::vector<Choice> first_schedule_;  // of the first job
  bool gave_up_search_ = false;
  std::uint64_t executions_ = 0;  // maximal ones, if there is a bound on them
  News news_;                     // if it is a part
  std::uint64_t leave_ = 0;       // the sum over all workers
  // Keys that are in the shared table and not in `known_`, for the next checkpoint.
  std::vector<TraceKey> unsaved_;
};

}  // namespace mazurka
