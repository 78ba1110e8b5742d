#include "core/dependence.h"

namespace mazurka {

bool depends(const Registry& registry, const ConflictTable& table, const Step& earlier,
             const Step& later) {
  if (earlier.task == later.task) return true;
  if (earlier.other.exists() && earlier.other == later.task && creates_task(earlier.operation))
    return table.has(ConflictRow::creation);
  if (later.other.exists() && later.other == earlier.task) {
    if (later.operation == OperationKind::join) return table.has(ConflictRow::join);
    if (awaited_event(later) == earlier.id()) return table.has(ConflictRow::wake);
  }
  return conflict(registry, table, earlier.accesses, later.accesses);
}

}  // namespace mazurka
