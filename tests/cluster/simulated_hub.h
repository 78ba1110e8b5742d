// Hubs without a program: they walk a synthetic graph of traces, so that the store alone is tested
// and measured.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <unordered_set>
#include <vector>

#include "cluster/coordinator.h"
#include "cluster/exploration.h"
#include "cluster/hub.h"

namespace mazurka::cluster {

// Trace n leads to 2n + 1 and 2n + 2, and to another one to which others lead as well, unless they
// are a tree. All traces below `count` can be reached from 0.
struct SyntheticTraces {
  std::uint64_t count = 1000;
  bool are_tree = false;

  template <class Visit>
  void for_each_next(std::uint64_t trace, const Visit& visit) const {
    for (const std::uint64_t next : {2 * trace + 1, 2 * trace + 2})
      if (next < count) visit(next);
    if (!are_tree) visit((7 * trace + 3) % count);
  }
  [[nodiscard]] static TraceKey key_of(std::uint64_t trace);
  // What a run adds to the counts.
  [[nodiscard]] static RunCounts counts_of(std::uint64_t trace);
  [[nodiscard]] RunCounts totals() const;
};

struct SimulationOptions {
  SyntheticTraces traces;
  std::size_t hubs = 2;
  std::uint32_t shards = 4;
  std::uint64_t lease_ms = 10'000;
  std::uint64_t runs_in_commit = 20;
  unsigned seed = 1;
  unsigned dies_in = 0;  // a hub dies in one of so many steps; 0: never
  std::uint64_t deaths = 0;
  double give_up_seconds = 30;              // then the exploration is taken to be stuck
  double pause_seconds = 0;                 // after each commit, as if runs took time
  std::function<void()> disturb = nullptr;  // called again and again while hubs explore
  Coordinator::Options coordinator = {};
};

struct SimulationOutcome {
  State state = State::running;  // running: it is stuck
  std::string reason;
  Totals totals;
  std::uint64_t runs = 0;  // also those that were run again
  std::uint64_t deaths = 0;
  std::uint64_t begun_anew = 0;
  double seconds = 0;
};

// Explores, each hub in a thread with connections of its own. Traces are not removed. Throws what a
// hub throws.
[[nodiscard]] SimulationOutcome simulate(const std::string& url, const SimulationOptions& options);
[[nodiscard]] Exploration::Options simulated_program(std::uint32_t shards);

}  // namespace mazurka::cluster
