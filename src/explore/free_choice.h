// What to run where the algorithm does not care.
//
// Natural order: go on with the task that ran last, else the first that is enabled; so executions
// have few switches and are easy to read. With a seed the choice is random but reproducible:
// results must not depend on it (`--order`).
#pragma once

#include <cstdint>
#include <span>

#include "core/execution.h"
#include "core/hash.h"
#include "core/step.h"

namespace mazurka {

class FreeChoice {
 public:
  explicit FreeChoice(std::uint64_t seed) : shuffled_(seed != 0), state_(seed) {}

  // REQUIRES: enabled is not empty.
  [[nodiscard]] Choice pick(std::span<const Choice> enabled, const Execution& execution) {
    if (shuffled_) return enabled[below(enabled.size())];
    if (execution.size() > 0)
      for (const Choice& choice : enabled)
        if (choice.task == execution[execution.size() - 1].task) return choice;
    return enabled.front();
  }

  [[nodiscard]] bool shuffled() const { return shuffled_; }
  // A number from 0 to n-1. REQUIRES: n > 0.
  [[nodiscard]] std::size_t below(std::size_t n) {
    state_ += 0x9e3779b97f4a7c15u;
    return static_cast<std::size_t>(spread(state_) % n);
  }

 private:
  bool shuffled_;
  std::uint64_t state_;
};

}  // namespace mazurka
