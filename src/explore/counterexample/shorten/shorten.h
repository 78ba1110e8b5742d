// Makes the execution that shows an error simpler before it is reported.
#pragma once

#include <atomic>
#include <cstdint>

#include "explore/summary.h"
#include "program/program.h"

namespace mazurka {

// Per error, in executed events, and for each of both searches.
struct ShortenOptions {
  std::uint64_t events = 200'000;
  double seconds = 5;                              // of the processor; see search_budget.h
  const std::atomic<bool>* interrupted = nullptr;  // set by Ctrl-C
};

// Looks for an execution with the same error at the same place: first without what does not lead to
// the error, then with fewer tasks, fewer steps, fewer switches from task to task, in this order of
// importance. Replaces the counterexample by the best one, and adds the step that decided. Leaves
// alone what cannot be made simpler: an execution without an end, a program that is not
// deterministic. REQUIRES: `error` was found in this program, which has learned nothing since.
void shorten(Counterexample& error, Program& program, const ShortenOptions& options);

}  // namespace mazurka
