#include "check/finding.h"

#include <array>

namespace mazurka {

std::string_view name_of(FindingKind kind) {
  static constexpr std::array<std::string_view, 7> names = {
      "assertion", "deadlock",         "livelock",         "runtime_error",
      "misuse",    "not_serialisable", "not_deterministic"};
  return names.at(static_cast<std::size_t>(kind));
}

// A finding without a place is told apart by what it says.
std::string Finding::identity() const {
  std::string result(name_of(kind));
  if (!location.exists() && waits_at.empty()) return result + " " + message;
  if (waits_at.empty()) return result + " " + std::to_string(location.value);
  for (const LocationId place : waits_at) result += " " + std::to_string(place.value);
  return result;
}

}  // namespace mazurka
