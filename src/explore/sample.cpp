#include "explore/sample.h"

#include <algorithm>
#include <utility>

#include "explore/algorithm/random.h"
#include "program/learning.h"

namespace mazurka {

void Sample::run_if_due() {
  if (is_over_ || !has_explored_enough()) return;
  is_over_ = true;
  Summary& summary = state_.summary;
  if (state_.is_stopped() || !summary.errors.empty()) return;
  for (const RandomStrategy strategy : {RandomStrategy::pct, RandomStrategy::pos}) {
    ExploreOptions options;
    options.keep_going = state_.options.keep_going;
    options.max_steps = state_.options.max_steps;
    options.interrupted = state_.options.interrupted;
    options.conflicts = state_.options.conflicts;
    options.suppressions = state_.options.suppressions;
    if (state_.options.timeout_seconds > 0)
      options.timeout_seconds = std::max(state_.options.timeout_seconds - limits_.elapsed(), 1e-3);
    const auto random = make_random({.executions = sample_size / 2, .strategy = strategy});
    Summary sampled = explore(state_.program, *random, options);
    summary.sampled += sampled.maximal_executions();
    for (Counterexample& error : sampled.errors) errors_.add(std::move(error));
    if (state_.is_stopped() || knows_more(state_.program)) return;
  }
}

}  // namespace mazurka
