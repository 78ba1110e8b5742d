// One Redis server, or all servers of a Redis cluster: sends each call to the server that holds its
// key, and repeats calls until they have an answer.
//
// A call whose connection breaks is repeated, although it may have been carried out. So every call
// must be idempotent.
//
// Errors of Redis: MOVED, ASK, TRYAGAIN, CLUSTERDOWN, LOADING, READONLY, MASTERDOWN and BUSY are
// temporary, and the call is repeated; NOSCRIPT is answered by sending the script. OOM and all
// others are reported to the user.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cluster/connection.h"
#include "cluster/redis_url.h"

namespace mazurka::cluster {

struct Call {
  std::string key;                      // the server that holds it is asked
  const std::string* script = nullptr;  // the text of a script, which gets the key; null: a command
  std::vector<std::string> arguments;   // of the script, or the whole command
};

class Servers {
 public:
  struct Options {
    double timeout_seconds = 5;        // for one answer
    double first_connect_seconds = 5;  // until a server has answered for the first time
    double give_up_seconds = 60;       // without any answer from a server
    std::function<bool()> is_interrupted = nullptr;  // by the user
  };

  explicit Servers(const RedisUrl& url) : Servers(url, Options{}) {}
  Servers(const RedisUrl& url, const Options& options);

  // Returns the answers, in order. Throws UserError if a server cannot be reached for too long, or
  // answers with an error that is not temporary.
  [[nodiscard]] std::vector<Value> run(const std::vector<Call>& calls);
  [[nodiscard]] Value run(const Call& call) { return run(std::vector<Call>{call}).front(); }

  // Returns whether the servers are a Redis cluster.
  [[nodiscard]] bool are_cluster();
  // Returns how often a server was found restarted, or a key was found on another server than
  // before. Each time, something that had been confirmed may be lost.
  [[nodiscard]] std::uint64_t changes() const { return changes_; }
  // Connects to all servers that are in use and checks whether they were restarted.
  void look_for_restarts();
  [[nodiscard]] const RedisUrl& url() const { return url_; }

  // For tests: closes all connections, as a network that fails does.
  void cut_connections() { connections_.clear(); }
  // For measurements: asks the server of the URL.
  [[nodiscard]] Value ask(const std::vector<std::string>& command);

 private:
  using Clock = std::chrono::steady_clock;
  struct Attempt;

  [[nodiscard]] Connection& connection_to(const Address& address);
  [[nodiscard]] const Address& address_of(std::size_t slot) const;
  void ask_for_slots();
  void assign(std::size_t slot, const Address& address);
  void learn_sha1(const std::string* script, Connection& connection);
  void try_calls(const std::vector<Call>& calls, std::vector<Attempt>& attempts);
  void read_answer(const Call& call, Attempt& attempt, Value answer);
  [[noreturn]] void report(const Address& address, const Value& error) const;

  RedisUrl url_;
  Options options_;
  std::map<Address, Connection> connections_;
  std::map<Address, std::string> run_ids_;
  std::vector<Address> slots_;  // of a cluster, by slot; empty: there is one server
  bool slots_are_old_ = true;
  std::uint64_t changes_ = 0;
  std::map<const std::string*, std::string> sha1_;  // of scripts that a server knows
};

}  // namespace mazurka::cluster
