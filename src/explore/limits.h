// Bounds of an exploration, progress reports and estimates.
#pragma once

#include <chrono>
#include <cstdint>

#include "explore/exploration_state.h"
#include "explore/tree_estimate.h"

namespace mazurka {

class Limits {
 public:
  explicit Limits(ExplorationState& state) : state_(state), started_(Clock::now()) {}

  // Sets summary.bound if a bound is reached, and reports progress several times per second.
  void check();
  // Returns whether the current execution exceeds the length limit. This is --max-steps, or less if
  // the vector clocks of happens-before would take too much memory: they need a counter per event
  // and task. An execution that creates tasks forever reaches that limit long before --max-steps.
  [[nodiscard]] bool is_too_long() const {
    const std::uint64_t length = state_.execution.size();
    return length >= state_.options.max_steps ||
           length * state_.execution.registry().task_count() > Execution::most_counts;
  }
  // Returns whether it is time to call check() in the middle of a long run.
  [[nodiscard]] bool should_check_in_run() const {
    return state_.execution.size() % often == often - 1;
  }

  // Updates the tree estimate when the search backtracks: the next run keeps `kept` events of the
  // current one.
  void backtracked(Position kept);
  // Updates the estimate in the summary.
  void estimate();

  // Return the seconds since the exploration started in this process, and including the processes
  // that wrote the checkpoint it was resumed from.
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
  std::uint64_t next_estimate_ = 1;  // record the estimate after this many executions
  Clock::time_point started_;
  double earlier_seconds_ = 0;  // in the processes that wrote the checkpoint
  double last_progress_ = 0;
  std::uint64_t checks_ = 0;
};

}  // namespace mazurka
