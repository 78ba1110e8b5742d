// Steps that need not be taken at a node, because everything that starts with them has been seen.
//
// A sleeping step is always enabled and independent of all that happened since it fell asleep, so
// what it would do is what it did when it was explored.
#pragma once

#include <vector>

#include "core/conflict.h"
#include "core/registry.h"
#include "core/step.h"

namespace mazurka {

class SleepSet {
 public:
  void clear() { steps_.clear(); }
  void add(const Step& step) { steps_.push_back(step); }
  // Sleep' = {q ∈ sleep(E) | E ⊢ p ◇ q}: what is still asleep after `executed`.
  void become_rest_of(const SleepSet& before, const Step& executed, const Registry& registry,
                      const ConflictTable& table);
  [[nodiscard]] bool contains(Choice choice) const;
  [[nodiscard]] const std::vector<Step>& steps() const { return steps_; }

 private:
  std::vector<Step> steps_;
};

}  // namespace mazurka
