// What workers and the coordinator of an exploration on several machines know in common: identity,
// epoch, what was learned, task numbers, findings, and how it ended. All of it is in Redis, below
// the hash tag {name}.
//
// Everything belongs to an *epoch*. When somebody learns a fact that changes events, or a prediction
// turns out to be wrong, all keys of traces are void: a new epoch starts with the union of all facts.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "cluster/servers.h"
#include "core/registry.h"

namespace mazurka::cluster {

enum class State : std::uint8_t { running, stopped, complete, incomplete };

class Exploration {
 public:
  static constexpr const char* protocol = "1";
  // Stands for the place of findings in records of what a run relies on.
  static constexpr std::uint32_t findings_shard = 9999;
  // The fact that predictions fail for this program; workers must not use them.
  static constexpr const char* no_predictions = "predictions fail";

  struct Options {
    std::string identity;       // of the program: build ids, arguments, input, options
    bool creates = false;       // start the exploration if there is none with this name
    std::uint32_t shards = 16;  // of a new exploration
    Servers::Options servers;
  };
  struct Finding {
    std::string schedule;  // the smaller one wins: first by length, then by its bytes
    std::string report;
  };

  // Joins. Throws UserError if there is no such exploration, or if it explores another program or
  // was started by a version of Mazurka with another protocol.
  Exploration(const RedisUrl& url, const Options& options);

  // Reads epoch, facts and state again.
  void refresh();
  [[nodiscard]] const std::string& epoch() const { return epoch_; }
  [[nodiscard]] const std::set<std::string>& facts() const { return facts_; }
  [[nodiscard]] State state() const { return state_; }
  [[nodiscard]] const std::string& reason() const { return reason_; }
  [[nodiscard]] std::uint32_t shards() const { return shards_; }

  // Starts a new epoch with the union of all facts, unless the epoch `from` is over already and the
  // present one has all of these facts.
  void start_epoch(const std::string& from, const std::set<std::string>& learned);
  // Ends the exploration, unless it has ended. `reason` says why it is incomplete or was stopped.
  void end(State state, const std::string& reason);
  // Takes up an exploration that was stopped.
  void resume();

  // Stores a finding. `number` is that of the commit that relies on it; returns false if an earlier
  // commit of the worker was lost.
  [[nodiscard]] bool add_finding(const std::string& identity, const Finding& finding,
                                 const std::string& worker, std::uint64_t before,
                                 std::uint64_t number);
  [[nodiscard]] std::map<std::string, Finding> findings();

  // Returns the bytes of the task names from number `known` on, up to this one; see TaskNumbers.
  // `name` is numbered if it is new. REQUIRES: the caller's first `known` names are `last`-ended.
  [[nodiscard]] std::vector<std::string> number(const std::string& name, std::uint64_t known);
  // Checks, after a server may have lost something, that the first names are these; stores those
  // that are missing. Returns false if other tasks have their numbers now.
  [[nodiscard]] bool restore_names(const std::vector<std::string>& names);
  [[nodiscard]] std::uint64_t name_count();

  [[nodiscard]] std::string tag_of(std::uint32_t shard) const;
  [[nodiscard]] std::string key_of(std::uint32_t shard, const std::string& what) const {
    return tag_of(shard) + ":" + epoch_ + ":" + what;
  }
  // Deletes everything in Redis that belongs to the epoch, or to the whole exploration.
  void remove_epoch(const std::string& epoch);
  void remove();
  [[nodiscard]] Servers& servers() { return servers_; }
  // Returns the name of a commit table below {name}: see add_finding().
  [[nodiscard]] std::string meta_key(const std::string& what) const {
    return meta() + ":" + epoch_ + ":" + what;
  }

 private:
  [[nodiscard]] std::string meta() const { return "{" + servers_.url().name + "}"; }
  void read(const Value& answer);

  Servers servers_;
  Options options_;
  std::string epoch_;
  std::set<std::string> facts_;
  State state_ = State::running;
  std::string reason_;
  std::uint32_t shards_ = 0;
};

// Gives tasks their numbers by way of Redis; for Registry::set_task_numbers. Used by one thread.
class RedisTaskNumbers final : public TaskNumbers {
 public:
  explicit RedisTaskNumbers(Exploration& exploration) : exploration_(&exploration) {}
  [[nodiscard]] std::vector<TaskName> number(const TaskName& name, std::uint32_t known) override;
  [[nodiscard]] std::uint64_t count() const { return names_.size(); }
  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }

 private:
  Exploration* exploration_;
  std::vector<std::string> names_;
};

}  // namespace mazurka::cluster
