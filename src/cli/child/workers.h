// Several exploring children, the *workers*, which share one exploration (explore/frontier/).
//
// The parent keeps the job store. A worker commits what it has explored, and gets further jobs in
// the reply; while there are none, the parent does not reply. All else is as with one child
// (supervise.h): limits, signals, records, and the schedule that each worker is running.
//
//   a worker dies      Its jobs are given to others, and another worker takes its place. If the
//                      execution that it was running kills the process again, the program is to
//                      blame, and the exploration ends (the caller finds out).
//   a worker is late   If a worker has neither committed nor begun a run for `lease_seconds`,
//                      somebody has stopped it (SIGSTOP), or it runs a very long execution. Its
//                      jobs are then given to others as well. What it commits later counts where it
//                      is the first.
//   something learned  The exploration cannot continue: events mean something else now. All workers
//                      end, and the caller starts again with what was learned.
//   an error           All workers stop, unless the user wants to keep going.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "cli/child/outer_store.h"
#include "cli/child/shared_numbers.h"
#include "cli/child/shared_state.h"
#include "cli/child/supervise.h"
#include "explore/frontier/job_store.h"
#include "explore/frontier/shared_hints.h"
#include "explore/frontier/shared_keys.h"

namespace mazurka::cli {

struct WorkersOptions {
  std::size_t workers = 2;
  bool keep_going = false;
  double lease_seconds = 10;
  // When so many executions have found nothing, one worker runs random ones (explore/sample.h).
  std::uint64_t samples_after = 0;  // 0: never
  JobStore::Options store = {};
  OuterStore* outer = nullptr;  // of an exploration by several machines
  // Called now and then between two commits, and at the end if a bound or a signal has stopped the
  // exploration: the store then has everything that is left.
  std::function<void()> save;
  double save_seconds = 60;  // how often, or less often if saving takes long
  // Called several times per second with the counts so far and how many workers wait for jobs.
  std::function<void(const Summary&, std::size_t waiting)> progress;
};

// What came of it.
struct WorkersResult {
  enum class End : std::uint8_t {
    complete,  // every trace was explored
    stopped,   // by a limit, a signal, or an error of the program
    learned,   // start again with `facts`
    failed,    // a job led to another trace than expected
    died,      // a worker died; the caller must find out why
    given_up,  // a worker cannot run the program, and has said why
    anew,      // the outer store wants the workers to start again
  };
  End end = End::complete;
  RunCounts counts;                   // of all runs that were booked
  std::vector<ChildResult> children;  // of all workers, also of those that were replaced
  std::vector<std::string> facts;
  std::size_t dead = 0;        // in `children`, if the end is `died`
  std::uint64_t replaced = 0;  // workers that something outside of the program has killed
  StopReason reason = StopReason::none;
  bool reached_max_executions = false;
  std::uint64_t known = 0;  // traces that were noted
  std::uint64_t left = 0;   // of these, not explored
  bool gave_up_search = false;
  std::optional<Estimate> estimate = std::nullopt;  // if it was stopped
  double seconds = 0;
  std::string storage_problem;
};

// What workers share, besides the store.
struct SharedByWorkers {
  SharedNumbers& numbers;
  const SharedKeys& keys;
  SharedHints& hints;
  std::size_t worker;  // the number of this one in the store
};

class Workers {
 public:
  // What a worker does.
  using Work = std::function<int(const ChildSide&, const SharedByWorkers&)>;
  // Returns whether the program is to blame for the death of a worker. Runs its last execution
  // again. Called while other workers exist, which it must not disturb.
  using IsToBlame = std::function<bool(const ChildResult&, SharedState&)>;

  // REQUIRES: everything that is passed by reference outlives this object.
  Workers(const WorkersOptions& options, const ChildLimits& limits, std::ostream& out,
          std::ostream& err);
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  // Explores to the end. Throws the UserError that the work of a worker threw.
  [[nodiscard]] WorkersResult run(const Work& work, const IsToBlame& is_to_blame);
  // Returns the memory of a child in the result.
  [[nodiscard]] SharedState& state_of(std::size_t child) const;

  // What a checkpoint is made of, and what a resumed exploration starts with.
  [[nodiscard]] JobStore& store() { return store_; }
  [[nodiscard]] SharedNumbers& numbers() { return numbers_; }
  // Returns the errors that were found so far.
  [[nodiscard]] std::vector<Counterexample> errors_so_far() const;
  // Returns what a worker has said about itself and the program: ChildResult::origin. Empty if none
  // has yet.
  [[nodiscard]] std::string_view origin() const;

 private:
  struct Worker;

  void start_worker(const Work& work);
  void wait_for_records();
  void advance_all(const Work& work, const IsToBlame& is_to_blame);
  void worker_ended(Worker& worker, const Work& work, const IsToBlame& is_to_blame);
  void take_commit(Worker& worker, std::string_view bytes);
  void serve_waiting();
  void look_for_late_workers(double now);
  void exchange_with_outer();
  [[nodiscard]] OuterStore::Local local();
  void end_all(WorkersResult::End end, StopReason reason);
  void show_progress(double now);
  void save_now_and_then();
  [[nodiscard]] bool has_stopped_at_error() const;
  [[nodiscard]] bool is_ending() const { return is_ending_; }

  const WorkersOptions& options_;
  ChildLimits limits_;
  std::ostream& out_;
  std::ostream& err_;
  SharedNumbers numbers_;
  SharedKeys keys_;
  SharedHints hints_;
  JobStore store_;
  Commit commit_;  // the one that is booked; its memory is reused
  std::vector<std::unique_ptr<Worker>> workers_;
  WorkersResult result_;
  bool is_ending_ = false;
  bool has_sampled_ = false;
  static constexpr int most_deaths_in_a_row = 100;
  int deaths_in_a_row_ = 0;  // without a commit in between
  double started_ = 0;
  double last_progress_ = 0;
  double next_save_ = 0;
};

}  // namespace mazurka::cli
