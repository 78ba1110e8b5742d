// A worker's side of an exploration whose store is in Redis: sends commits, gets jobs.
//
// A commit takes up to four round trips, each to all shards concerned at once: findings, then what
// was noted, then runs that nobody had noted before (probes), then jobs as done. Each step relies on
// the steps before it, and records on what it relies. So if a server loses its last confirmed
// writes, coordinator.h finds the jobs whose results are gone.
//
// When a server was restarted, a shard moved, or a commit was refused, a worker starts anew: it
// takes a new worker id, repeats the commit under this id, and has its caches emptied. Its numbers
// under the old id stay in Redis as evidence.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "cluster/exploration.h"
#include "explore/frontier/commit.h"

namespace mazurka::cluster {

class RedisWorker {
 public:
  struct Options {
    std::uint64_t lease_ms = 10'000;
    std::uint64_t keep_records_seconds = 30;  // for how long a loss can be repaired
    std::size_t jobs_per_done = 4;
    std::size_t fewest_jobs = 2;
    double status_seconds = 0.1;  // how often to look whether the exploration has ended
    // For tests: called before each step of a commit; may throw, as a worker that dies.
    std::function<void()> before_step;
  };
  enum class End : std::uint8_t { none, over, new_epoch };

  // `numbers` is null if task numbers are not shared by way of Redis.
  RedisWorker(Exploration& exploration, RedisTaskNumbers* numbers, const Options& options);

  // A Frontier::Exchange: books a commit, and waits for jobs if the worker has none. The reply says
  // is_over when the exploration or its epoch has ended; then end() says which.
  [[nodiscard]] std::string exchange(std::string_view commit);
  // Stores a finding of a run that the next commit contains.
  void found(const std::string& identity, Exploration::Finding finding) {
    found_.emplace_back(identity, std::move(finding));
  }
  // Proposes a new epoch with what was learned. The next reply says is_over.
  void learn(const std::set<std::string>& facts);
  // Renews the leases of this worker's jobs; exchange() does so, too.
  void renew_leases();
  [[nodiscard]] End end() const { return end_; }

 private:
  using Clock = std::chrono::steady_clock;
  struct Lost {};       // start anew
  struct EpochOver {};  // the epoch, or the exploration

  void start_anew();
  [[nodiscard]] Reply book(Commit& commit);
  void send_findings();
  void send_notes(const Commit& commit, Reply& reply);
  void send_done(const Commit& commit, bool are_jobs);
  void check_jobs(const Commit& commit, const Reply& reply);
  void wait_for_jobs(Reply& reply);
  [[nodiscard]] bool take_from(std::uint32_t shard, Reply& reply);
  void look_at_state(bool at_once);
  void fail();
  [[nodiscard]] std::vector<Value> run(const std::vector<std::uint32_t>& shards,
                                       const std::string& script,
                                       std::vector<std::vector<std::string>> arguments);
  [[nodiscard]] std::uint32_t shard_of(const TraceKey& key) const;

  Exploration* exploration_;
  RedisTaskNumbers* numbers_;
  Options options_;
  std::string epoch_;
  std::string id_;  // 8 random bytes
  std::uint64_t generation_ = 0;
  std::uint64_t changes_ = 0;                      // of the servers, when the id was taken
  std::uint64_t number_ = 0;                       // of the last step that was sent
  std::map<std::uint32_t, std::uint64_t> last_;    // the number of the last step, by shard
  std::map<std::uint32_t, std::uint64_t> relied_;  // what the present commit relies on, by shard
  std::map<TraceKey, bool> jobs_;  // that this worker has; true: the store may have lost the job
  bool must_forget_ = false;
  std::size_t most_jobs_ = 0;
  std::vector<std::uint64_t> queued_;  // by shard, as far as is known
  std::vector<std::pair<std::string, Exploration::Finding>> found_;
  Clock::time_point looked_;
  Clock::time_point renewed_;
  End end_ = End::none;
};

}  // namespace mazurka::cluster
