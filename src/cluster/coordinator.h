// Watches over an exploration in Redis: decides when it has ended, finds what servers have lost and
// has it explored again. It keeps nothing that is not in Redis: it may die, and another one may
// continue, or two may watch at once.
//
//   The end   The traces that are done are counted in all shards first, and then those that are
//             noted. Both only grow, and done ones are noted: if the sums are equal, all traces that
//             were noted at the moment between both are done, and nobody can note others.
//   Losses    A done job records on which commits of its worker it relies, in which shards
//             (redis_worker.h). If a shard has a smaller number for this worker than a record says,
//             its server has lost a commit. The job is then explored again. All workers first empty
//             their caches, since those hold traces that are lost: the *generation* of all shards is
//             raised, and no shard answers a worker of an older one.
//   Records   are kept for some time only. If they do not suffice, the result is incomplete.
#pragma once

#include <functional>
#include <string>

#include "cluster/exploration.h"
#include "explore/frontier/run_counts.h"

namespace mazurka::cluster {

class Coordinator {
 public:
  struct Options {
    std::function<void()> between_shards;  // for tests: called while shards are read one by one
  };
  struct Progress {
    std::uint64_t noted = 0;
    std::uint64_t done = 0;
    RunCounts counts;
  };

  explicit Coordinator(Exploration& exploration) : Coordinator(exploration, Options{}) {}
  Coordinator(Exploration& exploration, const Options& options);

  // Looks once. Returns true if the exploration has ended; its state and reason then say how. To be
  // called some times per second.
  [[nodiscard]] bool watch();
  [[nodiscard]] const Progress& progress() const { return progress_; }
  // Compares all records with all shards, and has lost work explored again. Returns whether nothing
  // was lost.
  [[nodiscard]] bool audit();

 private:
  [[nodiscard]] bool reads_complete();
  [[nodiscard]] std::vector<Value> read_all(const std::vector<std::string>& command,
                                            const std::string& key);
  void enter_epoch();

  Exploration* exploration_;
  Options options_;
  Progress progress_;
  std::string epoch_;
  std::uint64_t generation_ = 0;
  std::uint64_t changes_ = 0;
};

}  // namespace mazurka::cluster
