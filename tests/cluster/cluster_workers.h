// Explores a model by workers that are threads of this process and share their work by way of Redis.
#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <string>

#include "cluster/exploration.h"
#include "core/trace_key.h"
#include "explore/frontier/run_counts.h"

namespace mazurka::cluster {

struct ClusterOptions {
  std::size_t workers = 2;
  std::uint64_t commit_runs = 1;
  std::uint32_t shards = 4;
  std::uint64_t lease_ms = 200;
  std::uint64_t keep_records_seconds = 30;
  std::uint64_t dies_in = 0;      // a worker dies before each such step of commits,
  std::uint64_t deaths = 0;       // so many times in all
  std::uint64_t cuts_in = 0;      // a worker's connections break before each such step
  std::function<void()> disturb;  // called again and again, in another thread
  double give_up_seconds = 20;    // then the exploration is stopped
};

struct ClusterOutcome {
  RunCounts counts;
  std::set<TraceKey> traces;
  State state = State::running;
  std::string reason;
  std::uint64_t deaths = 0;
  std::uint64_t cuts = 0;
};

[[nodiscard]] ClusterOutcome explored_over_redis(const std::string& source, const std::string& url,
                                                 const ClusterOptions& options);

struct Alone {
  std::set<TraceKey> traces;  // empty: too many
  RunCounts counts;
};
[[nodiscard]] Alone explored_alone(const std::string& source, std::uint64_t most);
// Returns the counts that do not depend on how often a common beginning is run.
[[nodiscard]] std::vector<std::uint64_t> totals(const RunCounts& counts);

}  // namespace mazurka::cluster
