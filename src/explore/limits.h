// When an exploration has to stop, and what it tells about itself until then.
#pragma once

#include <chrono>
#include <cstdint>

#include "explore/exploration_state.h"
#include "explore/tree_estimate.h"

namespace mazurka {

class Limits {
 public:
  explicit Limits(ExplorationState& state) : state_(state), started_(Clock::now()) {}

  // Sets the bound of the summary if one is reached, and reports progress every so often.
  void check();
  // Returns whether the current execution is longer than an execution may be. Besides --max-steps,
  // happens-before bounds the length: it takes a count per event and task. An execution that
  // creates tasks for ever reaches that bound long before --max-steps.
  [[nodiscard]] bool is_too_long() const {
    const std::uint64_t length = state_.execution.size();
    return length >= state_.options.max_steps ||
           length * state_.execution.registry().task_count() > Execution::most_counts;
  }
  // Returns whether it is time to call check() in the middle of a long run.
  [[nodiscard]] bool should_check_in_run() const {
    return state_.execution.size() % often == often - 1;
  }

  // The next run keeps so many events of the current one.
  void backtracked(Position kept);
  // Updates the estimate in the summary.
  void estimate();

  // Seconds since the exploration began in this process, and in all.
  [[nodiscard]] double elapsed() const {
    return std::chrono::duration<double>(Clock::now() - started_).count();
  }
  [[nodiscard]] double elapsed_in_all() const { return elapsed() + earlier_seconds_; }
  void add_earlier(double seconds) { earlier_seconds_ = seconds; }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr Position often = 4096;

  void report_progress(double seconds);
  [[nodiscard]] Estimate estimate_now() const;

  ExplorationState& state_;
  TreeEstimate tree_;
  std::uint64_t next_estimate_ = 1;  // executions at which the estimate is noted
  Clock::time_point started_;
  double earlier_seconds_ = 0;  // in the processes that wrote the checkpoint
  double last_progress_ = 0;
  std::uint64_t checks_ = 0;
};

}  // namespace mazurka
