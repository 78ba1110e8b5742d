// What all machines that explore a program know in common: its identity, the epoch with what was
// learned, and how the exploration ended. All of it is in Redis, below the hash tag {name}.
//
// Everything else belongs to an *epoch* (core/epoch.h), which has a name here: a number that grows,
// and a random part. So if a server comes back with less than it had confirmed, the next epoch does
// not share keys with one that was lost.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "cluster/servers.h"
#include "core/epoch.h"
#include "core/program_identity.h"
#include "core/trace_key.h"
#include "core/user_error.h"
#include "explore/frontier/run_counts.h"

namespace mazurka::cluster {

enum class State : std::uint8_t {
  running,
  stopped,     // by a user or a limit; can be taken up again
  complete,    //
  incomplete,  // something was lost: `reason` says what
  found,       // stopped at the first error; can be taken up again
};

// The server has no exploration with this name.
struct NoSuchExploration : UserError {
  using UserError::UserError;
};

// The total of all hubs.
struct Totals {
  std::uint64_t noted = 0;  // traces; the job that begins the exploration counts, too
  std::uint64_t done = 0;
  RunCounts counts;
};

class Exploration {
 public:
  struct Options {
    ProgramIdentity identity;
    bool creates = false;  // starts the exploration if there is none with this name
    bool keeps_going = false;
    std::uint32_t shards = 0;  // of a new exploration; 0: as fits the servers
    Servers::Options servers;
  };

  // Joins. Throws UserError if there is no such exploration, or if it explores another program or
  // was started by a version of Mazurka with another protocol.
  Exploration(const RedisUrl& url, const Options& options);

  // Reads epoch, facts and state again.
  void refresh();
  [[nodiscard]] const std::string& epoch_name() const { return epoch_name_; }
  [[nodiscard]] const Epoch& epoch() const { return epoch_; }
  [[nodiscard]] State state() const { return state_; }
  [[nodiscard]] bool is_running() const { return state_ == State::running; }
  [[nodiscard]] const std::string& reason() const { return reason_; }
  [[nodiscard]] std::uint32_t shards() const { return shards_; }
  [[nodiscard]] bool keeps_going() const { return keeps_going_; }
  // The totals at the end. REQUIRES: it has ended.
  [[nodiscard]] const Totals& totals() const { return totals_; }

  // Starts a new epoch that also has these facts, unless the epoch `from` is over already and the
  // present one has all of them.
  void start_epoch(const std::string& from, const Epoch& learned);
  // Makes all shards enter the present epoch. Returns false if one of them is in a later one: then
  // it has started a further one.
  [[nodiscard]] bool enter_epoch();
  // Ends the exploration, unless it has ended. `reason` says why it is incomplete or was stopped.
  void end(State state, const std::string& reason, const Totals& totals = {});
  // Takes up an exploration that was stopped.
  void resume();

  [[nodiscard]] std::string tag_of(std::uint32_t shard) const;
  [[nodiscard]] std::string key_of(std::uint32_t shard, const std::string& what) const {
    return tag_of(shard) + ":" + epoch_name_ + ":" + what;
  }
  [[nodiscard]] std::uint32_t shard_of(const TraceKey& key) const {
    return static_cast<std::uint32_t>((key.low >> 32) % shards_);
  }
  // Calls a script in every shard, with the same arguments after the epoch.
  [[nodiscard]] std::vector<Value> run_in_all(const std::string& script, const std::string& hub,
                                              const std::vector<std::string>& arguments = {});
  // Returns the errors that were found, by their identities, and what the hubs have noticed.
  [[nodiscard]] std::map<std::string, std::string> errors();
  [[nodiscard]] std::vector<std::string> notices();
  // Keeps errors and notices of the present epoch, and how it ended, for some days; deletes the
  // rest. REQUIRES: it has ended.
  void remove_traces();
  // Deletes everything. For tests.
  void remove();
  [[nodiscard]] Servers& servers() { return servers_; }

 private:
  [[nodiscard]] std::string meta() const { return "{" + servers_.url().name + "}"; }
  void read(const Value& answer);
  void remove_epoch(const std::string& epoch, bool keeps_result);

  Servers servers_;
  Options options_;
  std::string epoch_name_;
  Epoch epoch_;
  State state_ = State::running;
  std::string reason_;
  std::uint32_t shards_ = 0;
  bool keeps_going_ = false;
  Totals totals_;
};

// Returns 8 random letters.
[[nodiscard]] std::string random_id();

}  // namespace mazurka::cluster
