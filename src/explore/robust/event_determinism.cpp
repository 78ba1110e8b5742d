#include "explore/robust/event_determinism.h"

#include <algorithm>
#include <map>
#include <utility>

namespace mazurka {

namespace {

// Among the accesses of one event to one object so far: the read and the write whose tasks run last
// in the single-thread semantics. A conflicting access is the pivot of an inversion if its task
// should run before theirs.
struct Latest {
  static constexpr Position nowhere = Execution::nowhere;
  Position read = nowhere;
  Position write = nowhere;
};

}  // namespace

std::vector<Inversion> find_inversions(const Execution& execution, const EventTree& tree) {
  std::vector<Inversion> result;
  std::map<std::pair<ObjectId, TaskId>, Latest> latest;  // by object and event
  const auto comes_later = [&](Position position, TaskId task) {
    return position != Latest::nowhere && tree.comes_first(task, execution[position].task);
  };
  for (Position i = 0; i < execution.size(); ++i) {
    const Event& step = execution[i];
    const TaskId event = tree.event_of(step.task);
    if (!event.exists()) continue;
    for (const Access& access : execution.registry().accesses(step.accesses)) {
      const bool writes = counts_as_write(step, access);
      Latest& known = latest[{access.object, event}];
      Position root = Latest::nowhere;
      if (comes_later(known.write, step.task)) root = known.write;
      if (writes && comes_later(known.read, step.task)) root = known.read;
      if (root != Latest::nowhere &&
          std::ranges::find(result, event, &Inversion::event) == result.end())
        result.push_back({event, root, i});
      Position& mine = writes ? known.write : known.read;
      if (mine == Latest::nowhere || tree.comes_first(execution[mine].task, step.task)) mine = i;
    }
  }
  return result;
}

}  // namespace mazurka
