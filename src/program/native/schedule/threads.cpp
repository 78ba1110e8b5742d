#include "program/native/schedule/threads.h"

#include "program/native/schedule/runtime.h"

namespace mazurka::native {

Task* spawn_thread(void* (*code)(void*), void* argument, Address place) {
  need_tasks("a thread is created", place);
  Task& task = *running;
  task.pending.stand_before_nothing();
  task.creation.is_delayed = false;
  task.creation.thread = code;
  task.creation.argument = argument;
  runtime->announce(OperationKind::spawn, Standing::ready, place);
  return task.creation.task;
}

void join_task(Task& other, Address place) {
  if (runtime->exits.is_after_all_tasks) return;
  PendingOperation& pending = running->pending;
  pending.stand_before_nothing();
  pending.joined = &other;
  runtime->announce(OperationKind::join, Standing::join, place);
}

std::uint32_t choose_value(std::uint32_t count, Address place) {
  if (runtime->sections.is_running()) return runtime->sections.choose(count, place);
  need_tasks("a choice", place);
  PendingOperation& pending = running->pending;
  pending.stand_before_nothing();
  pending.alternatives = count;
  runtime->announce(OperationKind::choose, Standing::choose, place);
  return pending.choice;
}

}  // namespace mazurka::native
