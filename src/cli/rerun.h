// The overhead of an exploration over plain re-execution of the same schedules (`check --rerun`,
// for bench/native_table). A C or C++ program contains the checker and explores itself, so this has
// to be part of the command: no other process could run the executions again.
//
// Exploration and re-execution alternate every few milliseconds: what else the machine does
// meanwhile slows both down alike.
#pragma once

#include <functional>
#include <memory>

#include "explore/algorithm.h"
#include "explore/explorer.h"
#include "explore/summary.h"
#include "program/program.h"

namespace mazurka::cli {

// As explore_anew(); adds to the statistics of the summary what a run took with and without
// analysis, in nanoseconds of CPU time.
[[nodiscard]] Summary explore_and_rerun(
    Program& program, const std::function<std::unique_ptr<Algorithm>()>& algorithm,
    ExploreOptions options);

}  // namespace mazurka::cli
