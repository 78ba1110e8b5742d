#include "cluster/redis_url.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>

#include "core/user_error.h"

namespace mazurka::cluster {
namespace {

constexpr const char* example =
    "write it as redis://user@host:6379/name, and give the password in "
    "the environment variable MAZURKA_REDIS_PASSWORD";

[[noreturn]] void fail(const std::string& what) {
  throw UserError({}, "the address of the Redis server is not valid: " + what, example);
}

// Replaces %XX by the byte that it stands for.
std::string decoded(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      result += text[i];
      continue;
    }
    unsigned value = 0;
    const char* const digits = text.data() + i + 1;
    if (i + 2 >= text.size() || std::from_chars(digits, digits + 2, value, 16).ptr != digits + 2)
      fail("'%' must be followed by two hexadecimal digits");
    result += static_cast<char>(value);
    i += 2;
  }
  return result;
}

// Removes the text up to `separator` from the beginning and returns it.
std::string_view take_until(std::string_view& text, std::size_t separator) {
  const std::string_view result = text.substr(0, separator);
  text.remove_prefix(std::min(text.size(), separator + 1));
  return result;
}

Address parse_address(std::string_view text) {
  Address result;
  if (text.starts_with('[')) {  // an IPv6 address
    const std::size_t end = text.find(']');
    if (end == std::string_view::npos) fail("']' is missing");
    result.host = text.substr(1, end - 1);
    text.remove_prefix(end + 1);
  } else {
    const std::size_t colon = std::min(text.find(':'), text.size());
    result.host = text.substr(0, colon);
    text.remove_prefix(colon);
  }
  if (result.host.empty()) fail("it has no host");
  if (text.empty()) return result;
  const char* const end = text.data() + text.size();
  const auto parsed = std::from_chars(text.data() + 1, end, result.port);
  if (text.front() != ':' || parsed.ptr != end || parsed.ec != std::errc() || result.port < 1 ||
      result.port > 65535)
    fail("the port is not a number from 1 to 65535");
  return result;
}

bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
         c == '_' || c == '.';
}

}  // namespace

std::string to_text(const Address& address) {
  const bool is_ipv6 = address.host.find(':') != std::string::npos;
  return (is_ipv6 ? "[" + address.host + "]" : address.host) + ":" + std::to_string(address.port);
}

RedisUrl parse_redis_url(std::string_view text) {
  if (text.starts_with("rediss://"))
    throw UserError({}, "this build of Mazurka cannot encrypt connections to Redis (rediss://)",
                    "use a tunnel (ssh -L, stunnel, a VPN) and redis:// to its local end");
  if (!text.starts_with("redis://")) fail("it does not begin with redis://");
  text.remove_prefix(std::string_view("redis://").size());
  RedisUrl result;
  const std::size_t slash = text.rfind('/');
  if (slash == std::string_view::npos || slash + 1 == text.size())
    fail("it does not end with the name of an exploration");
  result.name = text.substr(slash + 1);
  if (!std::ranges::all_of(result.name, is_name_character))
    fail("the name of the exploration may have letters, digits, '-', '_' and '.' only");
  text = text.substr(0, slash);
  if (const std::size_t at = text.rfind('@'); at != std::string_view::npos) {
    std::string_view login = take_until(text, at);
    const std::size_t colon = login.find(':');
    if (colon != std::string_view::npos) {
      result.user = decoded(take_until(login, colon));
      result.password = decoded(login);
    } else {
      result.user = decoded(login);
    }
  }
  result.address = parse_address(text);
  if (const char* const password = std::getenv(RedisUrl::password_variable);
      password != nullptr && result.password.empty())
    result.password = password;
  return result;
}

}  // namespace mazurka::cluster
