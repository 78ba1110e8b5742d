// Where the store of an exploration on several machines is: redis://user:password@host:port/name.
#pragma once

#include <string>
#include <string_view>

namespace mazurka::cluster {

struct Address {
  std::string host;
  int port = 6379;
  auto operator<=>(const Address&) const = default;
};
// Returns "host:port".
[[nodiscard]] std::string to_text(const Address& address);

struct RedisUrl {
  // The password, if the URL has none. So it need not be on a command line, which every user of the
  // machine can read.
  static constexpr const char* password_variable = "MAZURKA_REDIS_PASSWORD";

  Address address;
  std::string user;      // empty: the server's default user
  std::string password;  // empty: none. It must not appear in any message.
  std::string name;      // of the exploration
};

// Throws UserError if the text is not such a URL. The message does not repeat the text, which may
// contain a password.
[[nodiscard]] RedisUrl parse_redis_url(std::string_view text);

}  // namespace mazurka::cluster
