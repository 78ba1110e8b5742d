// One connection to one Redis server, on top of hiredis.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "cluster/redis_url.h"

struct redisContext;

namespace mazurka::cluster {

// What a server answers.
struct Value {
  enum class Kind : std::uint8_t { none, status, error, integer, text, list };
  Kind kind = Kind::none;
  std::int64_t number = 0;
  std::string text;  // of a status, an error or a text
  std::vector<Value> items;

  [[nodiscard]] bool is_error() const { return kind == Kind::error; }
  [[nodiscard]] bool is_error(std::string_view code) const {
    return is_error() && text.starts_with(code);
  }
};

// The server cannot be reached, or the connection broke. Whether the server has carried out what it
// was sent is unknown.
struct Disconnected : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// The user wants to stop, and a server does not answer.
struct Interrupted : std::runtime_error {
  Interrupted() : std::runtime_error("interrupted while waiting for a Redis server") {}
};

class Connection {
 public:
  // Connects, authenticates, and refuses servers that would drop keys. Throws Disconnected if the
  // server cannot be reached, UserError if it refuses the login or must not be used.
  Connection(const Address& address, const RedisUrl& login, double timeout_seconds,
             std::function<bool()> is_interrupted = nullptr);
  ~Connection();
  Connection(Connection&&) noexcept;
  Connection& operator=(Connection&&) noexcept;

  // Queues a command. Throws Disconnected.
  void send(std::span<const std::string> command);
  // Waits for the reply to the first command that has none yet. Throws Disconnected, or Interrupted
  // if that takes a while.
  [[nodiscard]] Value receive();
  [[nodiscard]] Value ask(const std::vector<std::string>& command) {
    send(command);
    return receive();
  }

  // Returns the id that a server gives itself when it starts. Another one means that the server was
  // restarted and may have lost what it had confirmed.
  [[nodiscard]] const std::string& run_id() const { return run_id_; }
  [[nodiscard]] bool is_in_cluster() const { return is_in_cluster_; }

 private:
  struct Free {
    void operator()(redisContext* context) const;
  };

  [[noreturn]] void fail() const;
  void wait_for_data() const;
  void log_in(const RedisUrl& login);
  void inspect_server();

  Address address_;
  double timeout_seconds_;
  std::function<bool()> is_interrupted_;
  std::unique_ptr<redisContext, Free> context_;
  std::string run_id_;
  bool is_in_cluster_ = false;
};

}  // namespace mazurka::cluster
