// What to run where the algorithm does not care.
//
// Natural order: go on with the task that ran last, else the first that is enabled; so executions
// have few switches and are easy to read. With a seed the choice is random, but depends on nothing
// except the seed, the position and what ran last: the same beginning is always continued in the
// same way. Results must not depend on it (`--order`).
#pragma once

#include <cstdint>
#include <span>

#include "core/hash.h"
#include "core/step.h"

namespace mazurka {

class FreeChoice {
 public:
  explicit FreeChoice(std::uint64_t seed) : seed_(seed) {}

  // What goes next after `position` events, the last of which is `last` (not looked at if there is
  // none). REQUIRES: enabled is not empty.
  [[nodiscard]] Choice pick(std::span<const Choice> enabled, std::size_t position,
                            const Step* last) const {
    if (position == 0) return seed_ == 0 ? enabled.front() : enabled[seed_ % enabled.size()];
    if (seed_ != 0) {
      const std::uint64_t where = mix(position, mix(last->task.value, last->index));
      return enabled[mix(seed_, where) % enabled.size()];
    }
    for (const Choice& choice : enabled)
      if (choice.task == last->task) return choice;
    return enabled.front();
  }
  template <typename Events>
  [[nodiscard]] Choice pick(std::span<const Choice> enabled, const Events& executed) const {
    return pick(enabled, executed.size(),
                executed.size() == 0 ? nullptr : &executed[executed.size() - 1]);
  }

  [[nodiscard]] bool shuffled() const { return seed_ != 0; }

 private:
  std::uint64_t seed_;
};

}  // namespace mazurka
