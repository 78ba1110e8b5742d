#include "core/conflict.h"

#include <array>

#include "core/registry.h"
#include "core/step.h"

namespace mazurka {

std::string_view name_of(ConflictRow row) {
  static constexpr std::array<std::string_view, conflict_row_count> names = {
      "read_write", "write_write", "lock_lock", "condition", "handler",      "mailbox",
      "send_send",  "creation",    "join",      "wake",      "send_receive", "after_send",
      "success",    "wakes_task",  "rounds",    "arrival"};
  return names.at(static_cast<std::size_t>(row));
}

std::string_view name_of(Conflicts conflicts) {
  return conflicts == Conflicts::by_effect ? "default" : "papers";
}

std::optional<Conflicts> conflicts_named(std::string_view name) {
  for (const Conflicts each : {Conflicts::by_effect, Conflicts::by_operation})
    if (name_of(each) == name) return each;
  return std::nullopt;
}

bool depends(const Registry& registry, const ConflictTable& table, const Step& earlier,
             const Step& later) {
  if (earlier.task == later.task) return true;
  if (earlier.other.exists() && earlier.other == later.task && creates_task(earlier.operation))
    return table.has(ConflictRow::creation);
  if (later.other.exists() && later.other == earlier.task) {
    if (later.operation == OperationKind::join) return table.has(ConflictRow::join);
    if (received_event(later) == earlier.id()) return table.has(ConflictRow::send_receive);
    if (awaited_event(later) == earlier.id()) return table.has(ConflictRow::wake);
  }
  return conflict(registry, table, earlier.accesses, later.accesses);
}

}  // namespace mazurka
