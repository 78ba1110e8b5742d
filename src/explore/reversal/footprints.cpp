#include "explore/reversal/footprints.h"

#include <algorithm>

namespace mazurka {

void Footprints::learn(const Execution& execution, Position from) {
  const Registry& registry = execution.registry();
  if (touches_.size() < registry.task_count()) {
    touches_.resize(registry.task_count());
    joined_.resize(registry.task_count());
  }
  if (writers_.size() < registry.object_count()) writers_.resize(registry.object_count());
  for (Position i = from; i < execution.size(); ++i) {
    const Event& event = execution[i];
    for (const Access& access : registry.accesses(event.accesses)) learn(event, access);
    if (event.operation != OperationKind::join) continue;
    auto& joined = joined_[event.task.value];
    if (std::ranges::find(joined, event.other) == joined.end()) joined.push_back(event.other);
  }
}

void Footprints::learn(const Event& event, const Access& access) {
  auto& touches = touches_[event.task.value];
  auto touch = std::ranges::find(touches, access.object, &Touch::object);
  if (touch == touches.end()) touch = touches.insert(touches.end(), {access.object, 0, 0});
  const std::uint32_t index = event.index + 1;
  if (event.operation != OperationKind::write && touch->last_use < index) touch->last_use = index;
  if (access.kind == AccessKind::read || touch->last_write >= index) return;
  touch->last_write = index;
  note_writer(access.object, event.task, index);
}

void Footprints::note_writer(ObjectId object, TaskId task, std::uint32_t index) {
  auto& writers = writers_[object.value];
  const auto writer = std::ranges::find(writers, task, &Writer::task);
  if (writer == writers.end()) {
    writers.push_back({task, index});
  } else {
    writer->last_write = index;
  }
}

void Footprints::find_influences(TaskId message, const Execution& execution, Position length,
                                 std::vector<bool>& result) const {
  const Registry& registry = execution.registry();
  // A multiset handler is busy with the message; in a fifo mailbox, others are in front of it.
  const HandlerId own = registry.handler_of(message);
  const bool is_busy = registry.handler(own).discipline == Discipline::multiset;
  result.assign(registry.task_count(), false);
  std::vector<TaskId> todo;
  const auto add = [&](TaskId task) {
    if (!task.exists() || result[task.value]) return;
    if (is_busy && task != message && registry.handler_of(task) == own) return;
    result[task.value] = true;
    todo.push_back(task);
  };
  const auto done = [&](TaskId task) {
    const auto events = execution.events_of(task);
    return static_cast<std::uint32_t>(std::ranges::lower_bound(events, length) - events.begin());
  };
  add(message);
  while (!todo.empty()) {
    const TaskId task = todo.back();
    todo.pop_back();
    if (task.value >= touches_.size()) continue;
    for (const Touch& touch : touches_[task.value])
      if (touch.last_use > done(task))
        for (const Writer& writer : writers_[touch.object.value])
          if (writer.last_write > done(writer.task)) add(writer.task);
    for (const TaskId joined : joined_[task.value]) add(joined);
    const TaskName& name = registry.name_of(task);
    const Position creation = execution.creation_of(task);
    if (creation == Execution::nowhere || creation >= length) add(name.creator);
    // What it posts to a fifo handler gets in the way of what is posted there later.
    for (std::uint32_t other = 0; other < registry.task_count(); ++other) {
      const TaskName& created = registry.name_of(TaskId{other});
      if (created.creator == task && created.handler.exists() &&
          registry.handler(created.handler).discipline == Discipline::fifo)
        add({other});
    }
    // Its handler may be busy, or have others in front of it.
    if (!name.handler.exists() || (is_busy && task == message)) continue;
    const bool fifo = registry.handler(name.handler).discipline == Discipline::fifo;
    for (std::uint32_t other = 0; other < registry.task_count(); ++other) {
      if (registry.handler_of({other}) != name.handler) continue;
      const std::uint32_t events = done({other});
      const auto positions = execution.events_of({other});
      const bool runs = events > 0 && !execution[positions[events - 1]].ends_task;
      if (runs || (fifo && events == 0)) add({other});
    }
  }
}

}  // namespace mazurka
