#include "check/finding.h"

#include <array>

namespace mazurka {

std::string_view name_of(FindingKind kind) {
  static constexpr std::array<std::string_view, 18> names = {
      "assertion",          "deadlock",         "livelock",
      "runtime_error",      "misuse",           "crash",
      "uncaught_exception", "stack_overflow",   "use_after_free",
      "double_free",        "invalid_free",     "leak",
      "exit_status",        "data_race",        "undelivered_message",
      "nondeterminism",     "not_serialisable", "not_deterministic"};
  return names.at(static_cast<std::size_t>(kind));
}

// Findings without a location are distinguished by their messages.
std::string Finding::identity() const {
  std::string result(name_of(kind));
  if (!location.exists() && places.empty()) return result + " " + message;
  if (places.empty()) return result + " " + std::to_string(location.value);
  for (const LocationId place : places) result += " " + std::to_string(place.value);
  return result;
}

}  // namespace mazurka
