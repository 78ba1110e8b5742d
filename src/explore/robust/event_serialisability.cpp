#include "explore/robust/event_serialisability.h"

#include <algorithm>
#include <deque>
#include <unordered_map>

namespace mazurka {

namespace {

// The conflict graph between events, built access by access, with its transitive closure.
class EventGraph {
 public:
  // Adds edges from the last write of each object and from the reads since then only. This is
  // enough for reachability: all earlier accesses have a path through the last write.
  EventGraph(const Execution& execution, const EventTree& tree) : registry_(execution.registry()) {
    for (Position i = 0; i < execution.size() && !pivot_; ++i) {
      const TaskId event = tree.event_of(execution[i].task);
      if (!event.exists()) continue;
      const std::size_t node = node_of(event);
      if (is_about_cancelling(registry_, execution[i])) continue;
      for (const Access& access : registry_.accesses(execution[i].accesses))
        add_access(access.object, counts_as_write(execution[i], access), node, i);
    }
  }

  [[nodiscard]] const std::optional<Position>& pivot() const { return pivot_; }
  [[nodiscard]] const std::vector<TaskId>& events() const { return events_; }
  [[nodiscard]] bool reaches(std::size_t from, std::size_t to) const { return reaches_[from][to]; }

 private:
  static constexpr std::size_t nobody = static_cast<std::size_t>(-1);
  struct Object {
    std::size_t writer = nobody;
    std::vector<std::size_t> readers;  // since the last write
  };

  std::size_t node_of(TaskId event) {
    const auto [entry, is_new] = nodes_.try_emplace(event, events_.size());
    if (is_new) {
      events_.push_back(event);
      for (auto& row : reaches_) row.push_back(false);
      reaches_.emplace_back(events_.size(), false);
    }
    return entry->second;
  }

  void add_access(ObjectId object, bool writes, std::size_t node, Position position) {
    if (object.value >= objects_.size()) objects_.resize(object.value + 1);
    Object& known = objects_[object.value];
    if (known.writer != nobody) add_edge(known.writer, node, position);
    if (!writes) {
      if (std::ranges::find(known.readers, node) == known.readers.end())
        known.readers.push_back(node);
      return;
    }
    for (const std::size_t reader : known.readers) add_edge(reader, node, position);
    known.readers.clear();
    known.writer = node;
  }

  void add_edge(std::size_t from, std::size_t to, Position position) {
    if (from == to || reaches_[from][to]) return;
    if (reaches_[to][from] && !pivot_) pivot_ = position;
    for (std::size_t i = 0; i < events_.size(); ++i) {
      if (i != from && !reaches_[i][from]) continue;
      reaches_[i][to] = true;
      for (std::size_t j = 0; j < events_.size(); ++j)
        if (reaches_[to][j]) reaches_[i][j] = true;
    }
  }

  const Registry& registry_;
  std::vector<TaskId> events_;  // by node, in the order of their first steps
  std::unordered_map<TaskId, std::size_t> nodes_;
  std::vector<std::vector<bool>> reaches_;
  std::vector<Object> objects_;
  std::optional<Position> pivot_;
};

// Finds a shortest cycle through the pivot in the graph of all conflicts, by breadth-first search.
class CycleFinder {
 public:
  CycleFinder(Position pivot, const Execution& execution, const EventTree& tree)
      : pivot_(pivot), execution_(execution), tree_(tree), goal_(event_at(pivot)) {}

  [[nodiscard]] EventCycle find() {
    // Searches backwards from the pivot: first the events with an access that the pivot conflicts
    // with, then those that have an edge to them, until the pivot's own event is reached.
    for (Position i = pivot_; i-- > 0;) try_edge(i, pivot_);
    while (!queue_.empty()) {
      const TaskId event = queue_.front();
      queue_.pop_front();
      if (event == goal_) break;
      for (Position later = 0; later < pivot_; ++later) {
        if (event_at(later) != event) continue;
        for (Position earlier = later; earlier-- > 0;) try_edge(earlier, later);
      }
    }
    return cycle();
  }

 private:
  [[nodiscard]] TaskId event_at(Position i) const { return tree_.event_of(execution_[i].task); }

  void try_edge(Position earlier, Position later) {
    const TaskId from = event_at(earlier);
    const TaskId to = event_at(later);
    if (!from.exists() || from == to || next_.contains(from)) return;
    if (is_about_cancelling(execution_.registry(), execution_[later]) ||
        !conflict_in_memory(execution_.registry(), execution_[earlier], execution_[later]))
      return;
    next_.emplace(from, EventEdge{from, to, earlier, later});
    queue_.push_back(from);
  }

  [[nodiscard]] EventCycle cycle() const {
    EventCycle result{.edges = {}, .pivot = pivot_};
    TaskId event = goal_;
    do {
      const EventEdge& edge = next_.at(event);
      result.edges.push_back(edge);
      event = edge.to;
    } while (event != goal_);
    return result;
  }

  Position pivot_;
  const Execution& execution_;
  const EventTree& tree_;
  TaskId goal_;
  std::deque<TaskId> queue_;
  std::unordered_map<TaskId, EventEdge> next_;  // by event: the next edge on its path to the pivot
};

// Returns the wanted events in topological order. REQUIRES: the graph has no cycle.
std::vector<TaskId> ordered(const EventGraph& graph, const std::vector<std::size_t>& wanted) {
  std::vector<TaskId> result;
  std::vector<std::size_t> left = wanted;
  while (!left.empty()) {
    const auto is_free = [&](std::size_t node) {
      return std::ranges::none_of(
          left, [&](std::size_t other) { return other != node && graph.reaches(other, node); });
    };
    const auto next = std::ranges::find_if(left, is_free);
    result.push_back(graph.events()[*next]);
    left.erase(next);
  }
  return result;
}

}  // namespace

std::optional<Position> find_serialisability_pivot(const Execution& execution,
                                                   const EventTree& tree) {
  return EventGraph(execution, tree).pivot();
}

EventCycle cycle_closed_by(Position pivot, const Execution& execution, const EventTree& tree) {
  return CycleFinder(pivot, execution, tree).find();
}

std::vector<TaskId> serial_order(const Execution& execution, const EventTree& tree) {
  const EventGraph graph(execution, tree);
  std::vector<std::size_t> all;
  for (std::size_t i = 0; i < graph.events().size(); ++i) all.push_back(i);
  return ordered(graph, all);
}

std::vector<TaskId> events_before(TaskId event, const Execution& execution, const EventTree& tree) {
  const EventGraph graph(execution, tree);
  const auto self = std::ranges::find(graph.events(), event);
  std::vector<std::size_t> before;
  if (self == graph.events().end()) return {};
  const auto node = static_cast<std::size_t>(self - graph.events().begin());
  for (std::size_t i = 0; i < graph.events().size(); ++i)
    if (i != node && graph.reaches(i, node)) before.push_back(i);
  return ordered(graph, before);
}

std::vector<EventPast> pasts_of(const Execution& execution, const EventTree& tree) {
  const EventGraph graph(execution, tree);
  std::vector<EventPast> result;
  for (const TaskId event : serial_order(execution, tree)) {
    EventPast past{event, {}};
    const auto self = std::ranges::find(graph.events(), event);
    const auto node = static_cast<std::size_t>(self - graph.events().begin());
    for (std::size_t i = 0; i < graph.events().size(); ++i)
      if (i != node && graph.reaches(i, node)) past.before.push_back(graph.events()[i]);
    std::ranges::sort(past.before);
    result.push_back(std::move(past));
  }
  return result;
}

namespace {

// Returns whether the task that makes this step created `task` or one of its ancestors after this
// step.
bool is_created_after(TaskId task, Position step, const Execution& execution) {
  for (Position i = execution.creation_of(task); i != Execution::nowhere;
       i = execution.creation_of(execution[i].task))
    if (i > step && execution[i].task == execution[step].task) return true;
  return false;
}

}  // namespace

std::optional<OutsideConflict> outside_conflict(const Execution& execution, const EventTree& tree) {
  const auto is_inside = [&](Position i) { return tree.event_of(execution[i].task).exists(); };
  for (Position outside = 0; outside < execution.size(); ++outside) {
    if (is_inside(outside) || execution[outside].accesses == Registry::no_accesses()) continue;
    // A condition that the environment waits for only decides when it posts events.
    if (execution[outside].operation == OperationKind::await) continue;
    for (Position inside = 0; inside < execution.size(); ++inside)
      if (is_inside(inside) && !is_created_after(execution[inside].task, outside, execution) &&
          conflict_in_memory(execution.registry(), execution[outside], execution[inside]))
        return OutsideConflict{outside, inside};
  }
  return std::nullopt;
}

}  // namespace mazurka
