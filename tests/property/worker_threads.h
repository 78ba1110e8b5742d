// Explores a model by several workers that share a job store: threads of this process, each with
// its own program. Processes do the same (cli/child/); threads are faster to start and can be made
// to die at exact moments.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>

#include "core/trace_key.h"
#include "explore/algorithms.h"
#include "explore/frontier/run_counts.h"
#include "explore/frontier/shared_keys.h"

namespace mazurka::property {

struct WorkerOptions {
  std::size_t workers = 2;
  std::uint64_t commit_runs = 1;    // how many runs a commit has; more if a probe is under way
  std::size_t known_in_memory = 0;  // of each worker; 0: the default
  std::uint64_t dies_after = 0;     // each worker dies before this commit, and another one
  std::uint64_t deaths = 0;         // starts, so many times in all
  std::uint64_t order_seed = 0;
  bool gives_up = false;    // if all workers wait, end instead of waiting for ever
  bool shares_keys = true;  // workers look into the keys that the store knows
  std::uint64_t shared_keys = SharedKeys::usual_limit;  // how many of them
};

struct SharedOutcome {
  RunCounts counts;
  std::set<TraceKey> traces;  // of the runs that the workers have counted
  std::set<std::string> errors;
  std::uint64_t deaths = 0;
  bool has_failed = false;
  bool is_complete = false;
};

[[nodiscard]] SharedOutcome explored_by_workers(const std::string& source,
                                                const WorkerOptions& options);

}  // namespace mazurka::property
