#include "program/native/sync/futex.h"

#include <vector>

#include "program/native/schedule/library_calls.h"
#include "program/native/schedule/runtime.h"

namespace mazurka::native {

bool sleep_on_futex(Address word, int expected, Address caller, Address place) {
  Task& task = *running;
  Synchroniser& condition = runtime->synchronisers.at(word, Synchroniser::Kind::condition_variable);
  const bool is_visible = runtime->touch(condition);
  // A library writes to its futexes in events that write its state.
  Synchroniser* const state = state_of_library_at(caller);
  const bool reads_state = state != nullptr && runtime->touch(*state, false);
  Cells::Hit hit;
  if (!runtime->is_quiet()) {
    const OutsideProgram outside;
    hit = runtime->cells.touch(word, sizeof(int), task.id, false);
  }
  const bool has_changed = *reinterpret_cast<const volatile int*>(word) != expected;
  if (has_changed && !is_visible && !hit.visible && !reads_state) return false;
  runtime->synchronisers.learn_awaited(condition);
  PendingOperation& pending = task.pending;
  pending.mutex = nullptr;
  pending.futex = word;
  pending.futex_value = expected;
  pending.condition_variable = word;
  pending.stand_before(condition);
  pending.relock_object = {};
  pending.relock_accesses = Registry::no_accesses();
  if (hit.visible || reads_state) {
    const OutsideProgram outside;
    std::vector<Access> all;
    if (hit.visible) {
      const auto of_word = runtime->registry.accesses(hit.accesses);
      all.assign(of_word.begin(), of_word.end());
    }
    all.push_back({condition.object, AccessKind::condition});
    if (reads_state) all.push_back({state->object, AccessKind::read});
    pending.accesses = runtime->registry.access_list(all);
  }
  runtime->announce(OperationKind::sleep, Standing::ready, place);
  return pending.succeeded;
}

}  // namespace mazurka::native
