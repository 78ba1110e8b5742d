#include "core/conflict.h"

#include <array>

namespace mazurka {

std::string_view name_of(ConflictRow row) {
  static constexpr std::array<std::string_view, conflict_row_count> names = {
      "read_write", "write_write", "lock_lock", "condition", "handler",
      "mailbox",    "creation",    "join",      "wake"};
  return names.at(static_cast<std::size_t>(row));
}

}  // namespace mazurka
