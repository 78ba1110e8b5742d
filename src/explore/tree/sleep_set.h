// A sleep set: steps that need not be taken at a node, because every execution that starts with
// them there has been explored.
//
// Invariant: a sleeping step is enabled, and independent of all steps since it was put to sleep. So
// it would access the same objects as it did when it was explored, and the stored step is exact.
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
  // Becomes Sleep' = {q ∈ sleep(E) | E ⊢ p ◇ q}: the steps of `before` that are independent of
  // `executed`.
  void become_rest_of(const SleepSet& before, const Step& executed, const Registry& registry,
                      const ConflictTable& table);
  [[nodiscard]] bool contains(Choice choice) const;
  [[nodiscard]] const std::vector<Step>& steps() const { return steps_; }

 private:
  std::vector<Step> steps_;
};

}  // namespace mazurka
