// Steps of straight-line tasks, made by hand, and the textbook definition of equivalent
// sequences, checked by brute force.
//
// With each step, a task reads or writes one of two variables, independently of the other tasks.
// Hence every interleaving of the tasks is an execution, and two executions are equivalent if and
// only if they order all dependent steps in the same way.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/conflict.h"
#include "core/registry.h"
#include "core/step.h"
#include "unit/named_things.h"
#include "unit/random.h"

namespace mazurka {

class HandMadeSteps {
 public:
  using Sequence = std::vector<Step>;

  explicit HandMadeSteps(std::uint64_t seed, std::uint32_t tasks = 3) : random_(seed) {
    for (const char* name : {"x", "y"}) add_object(registry_, name);
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
  // Returns the next step of `task` after `before`, which contains steps of each
  // task from its first one on.
  [[nodiscard]] const Step& next(std::uint32_t task, const Sequence& before) const {
    const auto done = std::ranges::count(before, TaskId{task}, &Step::task);
    return step(task, static_cast<std::uint32_t>(done));
  }

  // Returns some steps of some tasks; each task starts with its first step.
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

  // Returns whether v ~ w: is there an execution that is equivalent to one that begins with v and
  // to one that begins with w?
  //
  // Such an execution contains the steps of both. Steps that v orders stay ordered, and a step that
  // is not in v comes after each step of v that it depends on; the corresponding rule holds for w.
  // These constraints must be free of cycles.
  [[nodiscard]] bool are_consistent(const Sequence& v, const Sequence& w) const {
    Sequence all = v;
    for (const Step& step : w)
      if (index_of(step, v) == v.size()) all.push_back(step);
    const auto precedes = [&](const Step& a, const Step& b) {
      return are_dependent(a, b) && (orders(v, a, b) || orders(w, a, b));
    };
    while (!all.empty()) {  // repeatedly remove a step that has no predecessor
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
  // Returns whether each execution that begins with `sequence` runs a before b.
  [[nodiscard]] static bool orders(const Sequence& sequence, const Step& a, const Step& b) {
    return index_of(a, sequence) < index_of(b, sequence);
  }

  Random random_;
  Registry registry_;
  ConflictTable table_;
  std::vector<Step> steps_;  // by task, then index
};

}  // namespace mazurka
