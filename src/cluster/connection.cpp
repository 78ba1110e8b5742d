#include "cluster/connection.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/time.h>
#include <unistd.h>

#include "core/user_error.h"

#if MAZURKA_HAS_HIREDIS
#include <hiredis/hiredis.h>
#endif

namespace mazurka::cluster {

#if MAZURKA_HAS_HIREDIS

namespace {

timeval to_timeval(double seconds) {
  timeval result{};
  result.tv_sec = static_cast<time_t>(seconds);
  result.tv_usec =
      static_cast<suseconds_t>((seconds - static_cast<double>(result.tv_sec)) * 1'000'000);
  return result;
}

Value to_value(const redisReply& reply) {
  Value result;
  switch (reply.type) {
    case REDIS_REPLY_STATUS:
      result.kind = Value::Kind::status;
      break;
    case REDIS_REPLY_ERROR:
      result.kind = Value::Kind::error;
      break;
    case REDIS_REPLY_STRING:
      result.kind = Value::Kind::text;
      break;
    case REDIS_REPLY_INTEGER:
      result.kind = Value::Kind::integer;
      break;
    case REDIS_REPLY_ARRAY:
      result.kind = Value::Kind::list;
      break;
    default:
      return result;
  }
  result.number = reply.integer;
  if (result.kind == Value::Kind::list) {
    for (std::size_t i = 0; i < static_cast<std::size_t>(reply.elements); ++i)
      result.items.push_back(to_value(*reply.element[i]));
  } else if (reply.str != nullptr) {
    result.text.assign(reply.str, static_cast<std::size_t>(reply.len));
  }
  return result;
}

// Returns the value of a line "field:value" of INFO.
std::string field_of(const std::string& info, const std::string& field) {
  const std::size_t begin = info.find("\n" + field + ":");
  if (begin == std::string::npos) return {};
  const std::size_t value = begin + field.size() + 2;
  return info.substr(value, info.find_first_of("\r\n", value) - value);
}

}  // namespace

void Connection::Free::operator()(redisContext* context) const { redisFree(context); }
Connection::~Connection() = default;
Connection::Connection(Connection&&) noexcept = default;
Connection& Connection::operator=(Connection&&) noexcept = default;

Connection::Connection(const Address& address, const RedisUrl& login, double timeout_seconds,
                       std::function<bool()> is_interrupted)
    : address_(address),
      timeout_seconds_(timeout_seconds),
      is_interrupted_(std::move(is_interrupted)),
      context_(redisConnectWithTimeout(address.host.c_str(), address.port,
                                       to_timeval(timeout_seconds))) {
  if (context_ == nullptr || context_->err != 0) fail();
  // Out of the way of a native program's descriptors, which workers inherit.
  constexpr int lowest = 100;
  if (const int moved = fcntl(context_->fd, F_DUPFD_CLOEXEC, lowest); moved >= 0) {
    close(context_->fd);
    context_->fd = moved;
  }
  redisSetTimeout(context_.get(), to_timeval(timeout_seconds));
  redisEnableKeepAlive(context_.get());
  log_in(login);
  inspect_server();
}

void Connection::fail() const {
  const std::string why =
      context_ != nullptr && context_->err != 0 ? context_->errstr : "out of memory";
  throw Disconnected(to_text(address_) + ": " + why);
}

// The server's own words are not repeated: some versions quote the command.
void Connection::log_in(const RedisUrl& login) {
  if (login.password.empty()) return;
  std::vector<std::string> command = {"AUTH"};
  if (!login.user.empty()) command.push_back(login.user);
  command.push_back(login.password);
  const Value answer = ask(command);
  if (!answer.is_error()) return;
  if (answer.is_error("LOADING")) throw Disconnected(to_text(address_) + ": loading");
  throw UserError(
      to_text(address_), "the Redis server refuses the user or the password",
      std::string("give the password in the environment variable ") + RedisUrl::password_variable);
}

void Connection::inspect_server() {
  const Value info = ask({"INFO"});
  if (info.is_error("NOAUTH"))
    throw UserError(
        to_text(address_), "the Redis server asks for a password",
        std::string("give it in the environment variable ") + RedisUrl::password_variable);
  if (info.is_error("NOPERM"))
    throw UserError(to_text(address_), "this user of the Redis server must not run INFO",
                    "give the user the permissions +@all on the keys of the exploration");
  if (info.kind != Value::Kind::text) throw Disconnected(to_text(address_) + ": no INFO");
  run_id_ = field_of(info.text, "run_id");
  is_in_cluster_ = field_of(info.text, "cluster_enabled") == "1";
  const std::string policy = field_of(info.text, "maxmemory_policy");
  if (!policy.empty() && policy != "noeviction")
    throw UserError(to_text(address_),
                    "the Redis server drops keys when its memory is full (maxmemory-policy " +
                        policy + "), so traces could get lost",
                    "set maxmemory-policy to noeviction");
}

void Connection::send(std::span<const std::string> command) {
  std::vector<const char*> texts;
  std::vector<std::size_t> sizes;
  for (const std::string& each : command) {
    texts.push_back(each.data());
    sizes.push_back(each.size());
  }
  if (redisAppendCommandArgv(context_.get(), static_cast<int>(texts.size()), texts.data(),
                             sizes.data()) != REDIS_OK)
    fail();
}

// The library would wait until the timeout, whatever the user wants.
void Connection::wait_for_data() const {
  constexpr int patience_ms = 200;
  constexpr int step_ms = 100;
  for (int waited = 0; waited < static_cast<int>(timeout_seconds_ * 1000); waited += step_ms) {
    pollfd wanted{.fd = context_->fd, .events = POLLIN, .revents = 0};
    if (poll(&wanted, 1, step_ms) > 0) return;
    if (waited >= patience_ms && is_interrupted_ && is_interrupted_()) throw Interrupted();
  }
  throw Disconnected(to_text(address_) + ": no answer for a while");
}

Value Connection::receive() {
  int is_written = 0;
  while (is_written == 0)
    if (redisBufferWrite(context_.get(), &is_written) != REDIS_OK) fail();
  void* reply = nullptr;
  if (redisGetReplyFromReader(context_.get(), &reply) != REDIS_OK) fail();
  if (reply == nullptr) wait_for_data();
  if (reply == nullptr && redisGetReply(context_.get(), &reply) != REDIS_OK) fail();
  if (reply == nullptr) fail();
  const Value result = to_value(*static_cast<redisReply*>(reply));
  freeReplyObject(reply);
  return result;
}

#else

void Connection::Free::operator()(redisContext* /*context*/) const {}
Connection::~Connection() = default;
Connection::Connection(Connection&&) noexcept = default;
Connection& Connection::operator=(Connection&&) noexcept = default;

Connection::Connection(const Address& /*address*/, const RedisUrl& /*login*/,
                       double timeout_seconds, std::function<bool()> /*is_interrupted*/)
    : timeout_seconds_(timeout_seconds) {
  throw UserError("", "this build of Mazurka cannot use Redis: it was built without hiredis",
                  "install libhiredis-dev and build Mazurka again");
}
void Connection::send(std::span<const std::string> /*command*/) {}
Value Connection::receive() { return {}; }

#endif

}  // namespace mazurka::cluster
