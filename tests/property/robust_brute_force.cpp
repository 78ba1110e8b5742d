#include "property/robust_brute_force.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <set>
#include <vector>

#include "program/model/model.h"

namespace mazurka::property {
namespace {

using State = std::map<std::uint32_t, std::int64_t>;

// Identifies tasks by paths: "0.1.2" is the third task created by the second task of the first
// thread. There is one environment thread, "0", so the events are "0.i".
class BruteForce {
 public:
  BruteForce(const std::string& source, std::uint64_t max_interleavings,
             std::span<const model::Define> defines)
      : program_(model::load(source, "random.mzk", defines)), left_(max_interleavings) {}

  RobustTruth run() {
    find_events();
    visit([](const std::string&) { return true; }, [&] { judge_execution(); });
    in_all_orders({}, [&] {
      if (done_.size() == events_.size()) serial_states_.insert(final_state());
    });
    for (const auto& state : states_)
      if (!serial_states_.contains(state)) truth_.serialisable_by_states = false;
    for (const std::string& event : events_) judge_event_alone(event);
    return truth_;
  }

 private:
  // --- Running ---

  void restart() {
    program_->restart();
    steps_.clear();
    for (const Choice choice : schedule_) steps_.push_back(*program_->step(choice));
  }
  std::string path(TaskId task) { return program_->registry().path_of(task); }
  std::string event_of(const std::string& task) {
    const std::size_t first = task.find('.');
    if (first == std::string::npos) return "";
    return task.substr(0, task.find('.', first + 1));
  }

  void find_events() {
    schedule_.clear();
    restart();
    while (true) {
      bool has_proceeded = false;
      for (const Choice choice : program_->enabled())
        if (path(choice.task) == "0") {
          const Event event = *program_->step(choice);
          events_.push_back(path(event.other));
          schedule_.push_back(choice);
          has_proceeded = true;
          break;
        }
      if (!has_proceeded) break;
    }
    posted_ = schedule_;
  }

  // Visits every maximal continuation of the current schedule by steps of tasks
  // for which `wanted` holds.
  void visit(const std::function<bool(const std::string&)>& wanted,
             const std::function<void()>& at_end) {
    if (!truth_.complete) return;
    restart();
    std::vector<Choice> choices;
    for (const Choice choice : program_->enabled())
      if (wanted(path(choice.task))) choices.push_back(choice);
    if (choices.empty()) {
      if (left_ == 0) truth_.complete = false;
      if (truth_.complete) --left_;
      return at_end();
    }
    for (const Choice choice : choices) {
      schedule_.push_back(choice);
      visit(wanted, at_end);
      schedule_.pop_back();
    }
  }

  // Runs the events one after the other in all orders, each with all interleavings of its own
  // tasks.
  void in_all_orders(std::vector<std::string> done, const std::function<void()>& at_end) {
    done_ = done;
    restart();
    at_end();
    for (const std::string& event : events_) {
      if (std::ranges::find(done, event) != done.end()) continue;
      std::vector<std::string> next = done;
      next.push_back(event);
      visit([&](const std::string& task) { return event_of(task) == event; },
            [&] { in_all_orders(next, at_end); });
    }
  }

  // --- Definitions ---

  bool conflict(const Event& a, const Event& b) {
    for (const Access& one : program_->registry().accesses(a.accesses))
      for (const Access& other : program_->registry().accesses(b.accesses))
        if (one.object == other.object &&
            (one.kind == AccessKind::write || other.kind == AccessKind::write))
          return true;
    return false;
  }

  State state() {
    State result;
    for (const Event& step : steps_)
      if (step.operation == OperationKind::write) result[step.object.value] = step.written_value;
    std::erase_if(result, [&](const auto& entry) {
      return entry.second == program_->initial_value(ObjectId{entry.first});
    });
    return result;
  }
  // Returns the final state and the tasks that have not ended: a stopped task is part of the state.
  std::pair<State, std::set<std::string>> final_state() {
    std::set<std::string> left;
    std::vector<Pending> pending;
    program_->pending(pending);
    for (const Pending& each : pending) left.insert(path(each.task));
    return {state(), left};
  }

  void judge_execution() {
    states_.insert(final_state());
    std::map<std::string, std::set<std::string>> edges;
    for (std::size_t i = 0; i < steps_.size(); ++i)
      for (std::size_t j = i + 1; j < steps_.size(); ++j) {
        const std::string from = event_of(path(steps_[i].task));
        const std::string to = event_of(path(steps_[j].task));
        if (from != to && !from.empty() && !to.empty() && conflict(steps_[i], steps_[j]))
          edges[from].insert(to);
      }
    for (const std::string& event : events_) {
      std::set<std::string> reached;
      std::vector<std::string> stack(edges[event].begin(), edges[event].end());
      while (!stack.empty()) {
        const std::string next = stack.back();
        stack.pop_back();
        if (!reached.insert(next).second) continue;
        stack.insert(stack.end(), edges[next].begin(), edges[next].end());
      }
      if (reached.contains(event)) truth_.serialisable = false;
    }
  }

  static std::vector<int> numbers(const std::string& path) {
    std::vector<int> result(1, 0);
    for (const char c : path) {
      if (c == '.')
        result.push_back(0);
      else
        result.back() = result.back() * 10 + (c - '0');
    }
    return result;
  }

  // The depth-first order of the call tree is the lexicographic order of paths.
  bool is_dfs_serial(const std::string& event) {
    for (std::size_t i = 0; i < steps_.size(); ++i)
      for (std::size_t j = i + 1; j < steps_.size(); ++j) {
        const std::string first = path(steps_[i].task);
        const std::string second = path(steps_[j].task);
        if (event_of(first) != event || event_of(second) != event) continue;
        if (conflict(steps_[i], steps_[j]) && numbers(second) < numbers(first)) return false;
      }
    return true;
  }

  // Runs an event according to the single-thread semantics, as a continuation of the schedule.
  void run_serially(const std::string& event) {
    restart();
    while (true) {
      std::vector<Choice> mine;
      for (const Choice choice : program_->enabled())
        if (event_of(path(choice.task)) == event) mine.push_back(choice);
      if (mine.empty()) return;
      const Choice next = *std::ranges::min_element(mine, [&](const Choice& a, const Choice& b) {
        return numbers(path(a.task)) < numbers(path(b.task));
      });
      schedule_.push_back(next);
      steps_.push_back(*program_->step(next));
    }
  }

  // Checks the event in every state that the single-thread semantics reaches with other events.
  void judge_event_alone(const std::string& event) {
    truth_.deterministic[event] = truth_.deterministic_by_states[event] = true;
    std::vector<std::string> others;
    for (const std::string& other : events_)
      if (other != event) others.push_back(other);
    judge_after({}, others, event);
  }

  void judge_after(std::vector<std::string> before, const std::vector<std::string>& left,
                   const std::string& event) {
    schedule_ = posted_;
    for (const std::string& other : before) run_serially(other);
    const std::vector<Choice> start = schedule_;
    run_serially(event);
    const auto serial = final_state();
    schedule_ = start;
    visit([&](const std::string& task) { return event_of(task) == event; },
          [&] {
            if (!is_dfs_serial(event)) truth_.deterministic[event] = false;
            if (final_state() != serial) truth_.deterministic_by_states[event] = false;
          });
    for (const std::string& other : left) {
      std::vector<std::string> next = before;
      next.push_back(other);
      std::vector<std::string> rest;
      for (const std::string& each : left)
        if (each != other) rest.push_back(each);
      judge_after(next, rest, event);
    }
  }

  std::unique_ptr<Program> program_;
  std::uint64_t left_;
  std::vector<Choice> schedule_;
  std::vector<Choice> posted_;
  std::vector<Event> steps_;
  std::vector<std::string> events_;
  std::vector<std::string> done_;
  std::set<std::pair<State, std::set<std::string>>> states_;
  std::set<std::pair<State, std::set<std::string>>> serial_states_;
  RobustTruth truth_;
};

}  // namespace

RobustTruth robust_truth(const std::string& source, std::uint64_t max_interleavings,
                         std::span<const model::Define> defines) {
  return BruteForce(source, max_interleavings, defines).run();
}

}  // namespace mazurka::property
