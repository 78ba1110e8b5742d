// Random executions in the middle of an exploration in order.
//
// An exploration in order visits executions that are like each other one after the other, so an
// error that needs a change near the beginning is found late. A few hundred random executions often
// find it at once. So when an exploration has found nothing in `sample_after` executions, it is
// interrupted by `sample_size` random ones, half of them by pct, half by pos, with fixed seeds, and
// then continues. Nothing of this depends on time, and programs with fewer executions see no
// change.
//
// These executions are counted apart (Summary::sampled), so that the number of executions of an
// optimal algorithm stays the number of traces. They teach the algorithm nothing. If the program
// learns from one of them (learning.h), the exploration starts again, and so does the sample.
#pragma once

#include <cstdint>

#include "explore/exploration_state.h"
#include "explore/found_errors.h"
#include "explore/limits.h"

namespace mazurka {

inline constexpr std::uint64_t sample_after = 1000;
inline constexpr std::uint64_t sample_size = 300;

class Sample {
 public:
  Sample(ExplorationState& state, FoundErrors& errors, const Limits& limits)
      : state_(state), errors_(errors), limits_(limits) {}

  // Called when the exploration begins, after the counts of a checkpoint have been read: what was
  // explored before was sampled then.
  void begin() {
    is_over_ = !state_.options.samples || (!state_.options.sample_when && has_explored_enough());
  }

  // Runs the sample if it is time. Afterwards the program must be restarted.
  void run_if_due();

 private:
  [[nodiscard]] bool has_explored_enough() const {
    if (state_.options.sample_when) return state_.options.sample_when();
    return state_.summary.maximal_executions() >= sample_after;
  }

  ExplorationState& state_;
  FoundErrors& errors_;
  const Limits& limits_;
  bool is_over_ = false;
};

}  // namespace mazurka
