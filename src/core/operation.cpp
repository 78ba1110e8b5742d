#include "core/operation.h"

#include <array>

namespace mazurka {

std::string_view name_of(OperationKind kind) {
  static constexpr std::array<std::string_view, operation_kind_count> names = {
      "read",   "write",  "update",    "await",       "lock",   "trylock", "unlock", "sleep",
      "relock", "signal", "broadcast", "post",        "spawn",  "join",    "start",  "choose",
      "reach",  "send",   "receive",   "try_receive", "arrive", "leave"};
  return names.at(static_cast<std::size_t>(kind));
}

}  // namespace mazurka
