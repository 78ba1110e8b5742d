// Simplifies the execution that shows an error before it is reported.
#pragma once

#include <atomic>
#include <cstdint>

#include "explore/summary.h"
#include "program/program.h"

namespace mazurka {

// The budget for each error and each of the two searches: for a simpler execution, and for the step
// that made the error unavoidable.
struct ShortenOptions {
  std::uint64_t events = 200'000;
  double seconds = 5;                              // of processor time; see search_budget.h
  const std::atomic<bool>* interrupted = nullptr;  // set by Ctrl-C
};

// Replaces the counterexample by a simpler execution with the same error at the same place, and
// adds the step that made the error unavoidable. First drops the events that the error does not
// depend on. Then tries to use fewer tasks, fewer steps and fewer task switches, in this order of
// importance. Does nothing if the execution was cut off because it was too long, or if the error
// cannot be reproduced. REQUIRES: `error` was found in this program, which has learned nothing
// since (learning.h).
void shorten(Counterexample& error, Program& program, const ShortenOptions& options);

}  // namespace mazurka
