// Decides when an exploration in Redis has ended, finishes the commits of hubs that have died, and
// finds what servers have lost. It keeps nothing that is not in Redis: it may die, and another one
// may continue, and several may watch at once.
//
//   The end   The traces that are done are counted in all shards first, and then those that are
//             noted, together with the runs that hubs are about to report. If the sums are equal,
//             all traces that were noted at the moment between both are done, and nobody can note
//             others (docs/decisions/0011-redis.md).
//   Deaths    A hub whose lease has run out in the middle of a commit is buried: its commits are
//             refused from then on. If it had finished the first step, the second one is repeated
//             for it; else it had not begun the second one. Jobs of a dead hub are taken by others
//             without that (take() in scripts.h).
//   Losses    A hub begins a step of a commit when all shards have confirmed the step before. So
//             the numbers in all shards must fit together. If they do not, a server has lost what
//             it had confirmed, and other servers have runs as done that rely on it: a new epoch
//             begins. If a single server has lost something, it has an earlier state of everything,
//             and the exploration continues from there.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "cluster/exploration.h"

namespace mazurka::cluster {

class Coordinator {
 public:
  struct Options {
    std::function<void()> between_readings;  // for tests
  };

  explicit Coordinator(Exploration& exploration) : Coordinator(exploration, Options{}) {}
  Coordinator(Exploration& exploration, const Options& options)
      : exploration_(&exploration), options_(options) {}

  // Looks once. If everything is explored, ends the exploration.
  void watch();
  // Reads the totals without looking for the end.
  void count() { totals_ = read().totals; }
  // What was seen last, and how many hubs there are.
  [[nodiscard]] const Totals& totals() const { return totals_; }
  [[nodiscard]] std::size_t hubs() const { return hubs_; }

 private:
  struct HubNumbers {
    std::uint64_t a = 0, b = 0, complete = 0, about_to_report = 0;
  };
  struct Reading {
    Totals totals;
    std::uint64_t about_to_report = 0;
    std::vector<std::map<std::string, HubNumbers>> numbers;  // by shard and hub
    // Hubs whose lease has run out in the middle of a commit.
    std::vector<std::string> dead;
    bool is_whole = true;  // false: a shard is in another epoch, or damaged
  };

  [[nodiscard]] std::vector<Value> statuses();
  [[nodiscard]] Reading read();
  [[nodiscard]] bool has_lost(const Reading& before, const Reading& after) const;
  void bury(const std::string& hub);

  Exploration* exploration_;
  Options options_;
  Totals totals_;
  std::size_t hubs_ = 0;
};

}  // namespace mazurka::cluster
