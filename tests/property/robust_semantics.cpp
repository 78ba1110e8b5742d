#include "property/robust_semantics.h"

#include <algorithm>
#include <optional>
#include <set>
#include <tuple>
#include <vector>

namespace mazurka::property::robust {
namespace {

using Path = std::vector<int>;  // {1, 0}: the first task that the second environment thread creates

struct Frame {
  const std::vector<Statement>* body = nullptr;
  std::size_t next = 0;
  int lock = -1;  // released at the end of the body
  auto operator<=>(const Frame&) const = default;
};

enum class Status : std::uint8_t { mailed, running, stopped };

// A task that has not ended.
struct Task {
  std::vector<Frame> frames;
  bool has_read = false;  // the first of two steps of a statement has been made
  int read_value = 0;
  int created = 0;
  int event = 0;     // 0: none
  int handler = -1;  // -1: a thread
  Status status = Status::running;
  bool is_first_of_event = false;
  auto operator<=>(const Task&) const = default;
};

struct State {
  std::vector<int> values;
  std::vector<Path> owners;               // by lock; empty: free
  std::vector<Path> busy;                 // by handler: the message that runs; empty: none
  std::vector<std::vector<Path>> queues;  // by handler: messages that wait, in order
  std::map<Path, Task> tasks;
  auto operator<=>(const State&) const = default;
};

// What a final state shows.
// The tasks that have not ended, with how many they have created: of the environment, this tells
// which events it has posted.
using Final = std::pair<std::vector<int>, std::set<std::pair<Path, int>>>;

Final final_of(const State& state) {
  Final result{state.values, {}};
  for (const auto& [path, task] : state.tasks)
    result.second.emplace(path, path.size() == 1 ? task.created : 0);
  return result;
}

struct MemoryAccess {
  int variable = -1;  // -1: none
  bool writes = false;
};

// What an event has accessed: by variable, the tasks that read and that wrote it.
struct Accesses {
  std::map<int, std::set<Path>> reads;
  std::map<int, std::set<Path>> writes;
  bool has_inversion = false;
  auto operator<=>(const Accesses&) const = default;

  // Notes an access. It is the pivot of an inversion if a task that comes later in the depth-first
  // order of the call tree, which is the lexicographic order of paths, made a conflicting access.
  void add(const Path& task, MemoryAccess access) {
    if (access.variable < 0) return;
    const auto has_later = [&](const std::set<Path>& others) {
      return !others.empty() && task < *others.rbegin();
    };
    if (has_later(writes[access.variable]) || (access.writes && has_later(reads[access.variable])))
      has_inversion = true;
    (access.writes ? writes : reads)[access.variable].insert(task);
  }
};

// The conflicts between events so far.
struct EventConflicts {
  std::map<int, std::set<int>> readers;  // events, by variable
  std::map<int, std::set<int>> writers;
  std::set<std::pair<int, int>> edges;  // transitively closed
  bool has_cycle = false;
  auto operator<=>(const EventConflicts&) const = default;

  void add(int event, MemoryAccess access) {
    if (access.variable < 0 || event == 0 || has_cycle) return;
    for (const int other : writers[access.variable]) add_edge(other, event);
    if (access.writes)
      for (const int other : readers[access.variable]) add_edge(other, event);
    (access.writes ? writers : readers)[access.variable].insert(event);
    if (!has_cycle) return;
    readers.clear();
    writers.clear();
    edges.clear();
  }
  void add_edge(int from, int to) {
    if (from == to) return;
    if (edges.contains({to, from})) has_cycle = true;
    std::set<int> sources{from};
    std::set<int> targets{to};
    for (const auto& [a, b] : edges) {
      if (b == from) sources.insert(a);
      if (a == to) targets.insert(b);
    }
    for (const int a : sources)
      for (const int b : targets) edges.emplace(a, b);
  }
};

class Semantics {
 public:
  explicit Semantics(const Model& model) : model_(model) {}

  [[nodiscard]] State initial() const {
    State state;
    state.values.assign(static_cast<std::size_t>(model_.variables), 0);
    state.owners.resize(static_cast<std::size_t>(model_.locks));
    state.busy.resize(model_.is_fifo.size());
    state.queues.resize(model_.is_fifo.size());
    for (std::size_t i = 0; i < model_.environment.size(); ++i) {
      const Path path{static_cast<int>(i)};
      state.tasks[path].frames = {{&model_.environment[i]}};
      settle(state, path);
    }
    return state;
  }

  // `alone` is an event, whose messages are all that the main handler holds; 0: no event is alone.
  [[nodiscard]] bool can_step(const State& state, const Path& path, int alone) const {
    const Task& task = state.tasks.at(path);
    if (task.status == Status::stopped) return false;
    if (task.status == Status::running) {
      const Statement* const next = next_of(task);
      if (next == nullptr) return true;
      if (next->waits && !task.has_read)
        return state.values[static_cast<std::size_t>(next->y)] == next->value;
      return next->kind != Kind::locked || state.owners[static_cast<std::size_t>(next->x)].empty();
    }
    const auto handler = static_cast<std::size_t>(task.handler);
    if (!state.busy[handler].empty()) return false;
    if (!model_.is_fifo[handler]) return true;
    for (const Path& message : state.queues[handler]) {
      if (message == path) return true;
      if (handler == 0 && alone != 0 && state.tasks.at(message).event != alone) continue;
      return false;
    }
    return false;
  }

  [[nodiscard]] std::vector<Path> steps_of(const State& state, int event) const {
    std::vector<Path> result;
    for (const auto& [path, task] : state.tasks)
      if (task.event == event && can_step(state, path, event)) result.push_back(path);
    return result;
  }

  MemoryAccess step(State& state, const Path& path) const {
    Task& task = state.tasks.at(path);
    if (task.status == Status::mailed) {
      const auto handler = static_cast<std::size_t>(task.handler);
      std::erase(state.queues[handler], path);
      state.busy[handler] = path;
      task.status = Status::running;
      settle(state, path);
      return {};
    }
    const MemoryAccess result = execute(state, path);
    settle(state, path);
    return result;
  }

 private:
  // Returns the statement that the task executes next; null: it releases a lock.
  [[nodiscard]] static const Statement* next_of(const Task& task) {
    const Frame& frame = task.frames.back();
    return frame.next < frame.body->size() ? &(*frame.body)[frame.next] : nullptr;
  }

  // Leaves bodies that have ended, up to the next operation that others can see, and ends the task
  // if there is none.
  void settle(State& state, const Path& path) const {
    Task& task = state.tasks.at(path);
    if (task.status != Status::running) return;
    while (!task.frames.empty() && next_of(task) == nullptr && task.frames.back().lock < 0)
      task.frames.pop_back();
    if (!task.frames.empty()) return;
    if (task.handler >= 0) state.busy[static_cast<std::size_t>(task.handler)].clear();
    state.tasks.erase(path);
  }

  MemoryAccess execute(State& state, const Path& path) const {
    Task& task = state.tasks.at(path);
    const Statement* const next = next_of(task);
    if (next == nullptr) {
      state.owners[static_cast<std::size_t>(task.frames.back().lock)].clear();
      task.frames.pop_back();
      return {};
    }
    int& x = state.values[static_cast<std::size_t>(next->kind == Kind::locked ? 0 : next->x)];
    const int y = state.values[static_cast<std::size_t>(next->y)];
    const auto proceed = [&] { ++task.frames.back().next; };
    switch (next->kind) {
      case Kind::write:
        x = next->value;
        proceed();
        return {next->x, true};
      case Kind::copy:
        task.has_read = !task.has_read;
        if (task.has_read) {
          task.read_value = y;
          return {next->y, false};
        }
        x = task.read_value + next->value;
        task.read_value = 0;
        proceed();
        return {next->x, true};
      case Kind::read:
        proceed();
        return {next->y, false};
      case Kind::branch:
        proceed();
        if (y == next->value) task.frames.push_back({&next->body});
        return {next->y, false};
      case Kind::add:
        x += next->value;
        proceed();
        return {next->x, true};
      case Kind::assume:
        proceed();
        if (y != next->value) task.status = Status::stopped;
        return {next->y, false};
      case Kind::spawn:
      case Kind::post:
        // A post that waits is two steps: its condition holds, then the post.
        if (next->waits) task.has_read = !task.has_read;
        if (task.has_read) return {next->y, false};
        proceed();
        create(state, path, *next);
        return {};
      case Kind::locked:
        state.owners[static_cast<std::size_t>(next->x)] = path;
        proceed();
        task.frames.push_back({&next->body, 0, next->x});
        return {};
    }
    return {};
  }

  void create(State& state, const Path& creator, const Statement& statement) const {
    Task& parent = state.tasks.at(creator);
    Path path = creator;
    path.push_back(parent.created++);
    Task child{.frames = {{&model_.procedures[statement.procedure].body}}, .event = parent.event};
    if (statement.kind == Kind::post) {
      child.handler = static_cast<int>(statement.handler);
      child.status = Status::mailed;
      state.queues[statement.handler].push_back(path);
      child.is_first_of_event = child.event == 0 && statement.handler == 0;
      if (child.is_first_of_event) child.event = statement.event;
    }
    state.tasks[path] = std::move(child);
    settle(state, path);
  }

  const Model& model_;
};

class BruteForce {
 public:
  BruteForce(const Model& model, std::size_t most_states) : semantics_(model), left_(most_states) {}

  Truth run() {
    visit_executions();
    visit_event_serial();
    for (const Final& state : finals_)
      if (!serial_finals_.contains(state)) truth_.serialisable_by_states = false;
    visit_start_states();
    return truth_;
  }

 private:
  [[nodiscard]] bool is_over() {
    if (left_ == 0) truth_.is_complete = false;
    if (left_ > 0) --left_;
    return !truth_.is_complete;
  }

  // Visits each reachable node once, unless there are too many states. `visit` pushes the
  // successors of a node on the stack.
  template <class Node, class Visit>
  void visit_all(Node first, Visit visit) {
    std::set<Node> known;
    std::vector<Node> stack{std::move(first)};
    while (!stack.empty()) {
      const Node node = std::move(stack.back());
      stack.pop_back();
      if (!known.insert(node).second) continue;
      if (is_over()) return;
      visit(node, stack);
    }
  }

  // --- All executions ---

  void visit_executions() {
    using Node = std::pair<State, EventConflicts>;
    visit_all(Node{semantics_.initial(), {}}, [&](const Node& node, std::vector<Node>& stack) {
      bool is_final = true;
      for (const auto& [path, task] : node.first.tasks) {
        if (!semantics_.can_step(node.first, path, 0)) continue;
        is_final = false;
        if (task.is_first_of_event) truth_.events.try_emplace(task.event);
        Node next = node;
        next.second.add(task.event, semantics_.step(next.first, path));
        stack.push_back(std::move(next));
      }
      if (!is_final) return;
      finals_.insert(final_of(node.first));
      if (node.second.has_cycle) truth_.serialisable = false;
    });
  }

  // --- Executions in which events do not overlap ---

  void visit_event_serial() {
    using Node = std::pair<State, int>;  // with the event that made the last step of an event
    visit_all(Node{semantics_.initial(), 0}, [&](const Node& node, std::vector<Node>& stack) {
      bool is_final = true;
      const auto add = [&](int event, int current) {
        const auto steps = semantics_.steps_of(node.first, event);
        for (const Path& path : steps) {
          is_final = false;
          stack.emplace_back(node.first, current);
          (void)semantics_.step(stack.back().first, path);
        }
        return !steps.empty();
      };
      add(0, node.second);
      if (node.second != 0 && add(node.second, node.second)) return;
      for (const int event : events_in(node.first)) add(event, event);
      if (is_final) serial_finals_.insert(final_of(node.first));
    });
  }

  [[nodiscard]] static std::set<int> events_in(const State& state) {
    std::set<int> result;
    for (const auto& [path, task] : state.tasks)
      if (task.event != 0) result.insert(task.event);
    return result;
  }

  // --- Events alone, in states that the single-thread semantics reaches ---

  struct Start {
    State state;
    std::map<int, Accesses> accesses;  // by event
    auto operator<=>(const Start&) const = default;
  };

  void visit_start_states() {
    visit_all(Start{semantics_.initial(), {}}, [&](const Start& start, std::vector<Start>& stack) {
      for (const Path& path : semantics_.steps_of(start.state, 0)) {
        stack.push_back(start);
        (void)semantics_.step(stack.back().state, path);
      }
      for (const int event : events_in(start.state)) {
        if (semantics_.steps_of(start.state, event).empty()) continue;
        Start after = start;
        run_serially(after, event);
        if (truth_.events.contains(event)) judge_alone(start, event, final_of(after.state));
        if (!truth_.is_complete) return;
        stack.push_back(std::move(after));
      }
    });
  }

  // The first task, in depth-first order, that can make a step makes the next one.
  void run_serially(Start& start, int event) const {
    for (auto steps = semantics_.steps_of(start.state, event); !steps.empty();
         steps = semantics_.steps_of(start.state, event)) {
      const Path& first = *std::ranges::min_element(steps);
      start.accesses[event].add(first, semantics_.step(start.state, first));
    }
  }

  void judge_alone(const Start& start, int event, const Final& serial) {
    using Node = std::pair<State, Accesses>;
    Truth::Event& verdict = truth_.events[event];
    const auto before = start.accesses.find(event);
    const Node first{start.state, before == start.accesses.end() ? Accesses{} : before->second};
    visit_all(first, [&](const Node& node, std::vector<Node>& stack) {
      const auto steps = semantics_.steps_of(node.first, event);
      for (const Path& path : steps) {
        stack.push_back(node);
        stack.back().second.add(path, semantics_.step(stack.back().first, path));
      }
      if (!steps.empty()) return;
      if (node.second.has_inversion) verdict.deterministic = false;
      if (final_of(node.first) != serial) verdict.deterministic_by_states = false;
    });
  }

  Semantics semantics_;
  std::size_t left_;
  Truth truth_;
  std::set<Final> finals_;
  std::set<Final> serial_finals_;
};

}  // namespace

Truth truth_of(const Model& model, std::size_t most_states) {
  return BruteForce(model, most_states).run();
}

}  // namespace mazurka::property::robust
