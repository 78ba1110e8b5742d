// Free choices: picks the next step where the algorithm leaves it open.
//
// In the natural order (seed 0), this continues the task that ran last, or else takes the first
// enabled choice. So executions have few task switches and are easy to read. With another seed, the
// choice is pseudo-random, but depends only on the seed, the position, the last step and the
// enabled choices: the same prefix is always continued in the same way. Verdicts must not depend on
// the order (`--order`).
#pragma once

#include <cstdint>
#include <span>

#include "core/hash.h"
#include "core/step.h"

namespace mazurka {

class FreeChoice {
 public:
  explicit FreeChoice(std::uint64_t seed) : seed_(seed) {}

  // Returns the choice to run after `position` events, the last of which is `last`. If `position`
  // is 0, `last` may be null. REQUIRES: enabled is not empty.
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
