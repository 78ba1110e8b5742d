// --isolate: explores in a separate process, so that its sudden death becomes a finding.
#pragma once

#include <atomic>
#include <functional>
#include <string>

#include "core/schedule.h"
#include "program/program.h"

namespace mazurka::cli {

// How the exploring process ended, and what it was doing.
struct SuddenEnd {
  std::string how;  // "signal 9"
  std::uint64_t executions = 0;
  Schedule schedule;  // of the execution in which it died
};

struct IsolatedRun {
  std::function<int(Program&)> explore;
  // The same up to the execution before the one that is known to end suddenly: `enough` is set
  // then. Empty: what was found before does not matter.
  std::function<int(Program&, const SuddenEnd&, const std::atomic<bool>& enough)> explore_again;
  std::function<int(const SuddenEnd&)> report;
};

// Runs `explore` in a child, with a program that leaves a record of what it does. Returns the exit
// status that it gave. If it came to no end, what it had found is gone with it; so another child
// explores again, which gives the same up to there. `report` is called if there is nothing before.
[[nodiscard]] int run_isolated(Program& program, const IsolatedRun& run);

}  // namespace mazurka::cli
