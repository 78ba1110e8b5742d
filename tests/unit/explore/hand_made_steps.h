// Steps of straight-line tasks, made by hand, and what it means for sequences of them to be
// equivalent: the textbook definitions, by brute force.
//
// A task reads or writes one of two variables with each step, whatever the other tasks do. So every
// interleaving of the tasks is an execution, and two executions are equivalent iff they order all
// dependent steps alike.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/conflict.h"
#include "core/registry.h"
#include "core/step.h"
#include "unit/random.h"

namespace mazurka {

class HandMadeSteps {
 public:
  using Sequence = std::vector<Step>;

  explicit HandMadeSteps(std::uint64_t seed, std::uint32_t tasks = 3) : random_(seed) {
    for (const char* name : {"x", "y"}) registry_.add_object(name);
    for (std::uint32_t i = 0; i < tasks; ++i) {
      (void)registry_.task({.ordinal = i});
      for (std::uint32_t index = 0; index < longest; ++index) add_step(i, index);
    }
  }

  [[nodiscard]] const Registry& registry() const { return registry_; }
  [[nodiscard]] const ConflictTable& table() const { return table_; }
  [[nodiscard]] std::uint32_t task_count() const { return registry_.task_count(); }
  [[nodiscard]] const Step& step(std::uint32_t task, std::uint32_t index) const {
    return steps_[task * longest + index];
  }
  // The next step of `task` after `before`, which holds steps of the tasks from their first one on.
  [[nodiscard]] const Step& next(std::uint32_t task, const Sequence& before) const {
    const auto done = std::ranges::count(before, TaskId{task}, &Step::task);
    return step(task, static_cast<std::uint32_t>(done));
  }

  // Some steps of some tasks, each task from its first step on.
  Sequence random_sequence(std::uint32_t most) {
    Sequence result;
    for (std::uint32_t left = random_.below(most + 1); left > 0; --left)
      result.push_back(next(random_.below(task_count()), result));
    return result;
  }
  Random& random() { return random_; }

  [[nodiscard]] bool are_dependent(const Step& a, const Step& b) const {
    return a.task == b.task || conflict(registry_, table_, a.accesses, b.accesses);
  }

  // v ~ w: is there an execution that is equivalent to one that begins with v, and to one that
  // begins with w?
  //
  // It has the steps of both. What v orders stays ordered, and a step that v lacks comes after each
  // step of v that it depends on; so for w. That must be free of cycles.
  [[nodiscard]] bool are_consistent(const Sequence& v, const Sequence& w) const {
    Sequence all = v;
    for (const Step& step : w)
      if (index_of(step, v) == v.size()) all.push_back(step);
    const auto precedes = [&](const Step& a, const Step& b) {
      return are_dependent(a, b) && (orders(v, a, b) || orders(w, a, b));
    };
    while (!all.empty()) {  // remove a step that nothing must precede, again and again
      const auto first = std::ranges::find_if(all, [&](const Step& step) {
        return std::ranges::none_of(all, [&](const Step& other) {
          return other.id() != step.id() && precedes(other, step);
        });
      });
      if (first == all.end()) return false;
      all.erase(first);
    }
    return true;
  }

 private:
  static constexpr std::uint32_t longest = 16;

  void add_step(std::uint32_t task, std::uint32_t index) {
    const bool writes = random_.one_in(2);
    Step step;
    step.task = TaskId{task};
    step.index = index;
    step.operation = writes ? OperationKind::write : OperationKind::read;
    step.accesses = registry_.access_list(
        Access{ObjectId{random_.below(2)}, writes ? AccessKind::write : AccessKind::read});
    steps_.push_back(step);
  }

  [[nodiscard]] static std::size_t index_of(const Step& step, const Sequence& in) {
    const auto same = [&](const Step& other) { return other.id() == step.id(); };
    return static_cast<std::size_t>(std::ranges::find_if(in, same) - in.begin());
  }
  // Does each execution that begins with `sequence` run a before b?
  [[nodiscard]] static bool orders(const Sequence& sequence, const Step& a, const Step& b) {
    return index_of(a, sequence) < index_of(b, sequence);
  }

  Random random_;
  Registry registry_;
  ConflictTable table_;
  std::vector<Step> steps_;  // by task, then index
};

}  // namespace mazurka
