// Free choices: picks the next step where the algorithm leaves it open.
//
// In the natural order (seed 0), this continues the task that ran last, or else takes the first
// enabled choice. So executions have few task switches and are easy to read. With another seed, the
// choice is pseudo-random. Either depends only on the seed, the position, the last step and the set
// of enabled choices: the same prefix is always continued in the same way. Verdicts must not depend
// on the order (`--order`).
//
// Invariant: a free choice is the same in every process. A job of another process, or of a
// checkpoint, is a schedule that ends where free choices begin, and it must lead to the trace that
// was noted for it. So choices are ordered by the paths of their tasks (Registry::comes_before),
// not by ids.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/hash.h"
#include "core/registry.h"
#include "core/step.h"

namespace mazurka {

class FreeChoice {
 public:
  explicit FreeChoice(std::uint64_t seed) : seed_(seed) {}

  // Returns the choice to run after `position` events, the last of which is `last`. If `position`
  // is 0, `last` may be null. REQUIRES: enabled is not empty.
  [[nodiscard]] Choice pick(const Registry& registry, std::span<const Choice> enabled,
                            std::size_t position, const Step* last) const {
    if (position == 0) last = nullptr;
    return shuffled() ? pick_shuffled(registry, enabled, position, last)
                      : pick_natural(registry, enabled, last);
  }
  template <typename Execution>
  [[nodiscard]] Choice pick(std::span<const Choice> enabled, const Execution& executed) const {
    return pick(executed.registry(), enabled, executed.size(),
                executed.size() == 0 ? nullptr : &executed[executed.size() - 1]);
  }

  [[nodiscard]] bool shuffled() const { return seed_ != 0; }

 private:
  [[nodiscard]] static Choice pick_natural(const Registry& registry,
                                           std::span<const Choice> enabled, const Step* last) {
    const Choice* best = nullptr;
    if (last != nullptr)
      for (const Choice& choice : enabled)
        if (choice.task == last->task && (best == nullptr || registry.comes_before(choice, *best)))
          best = &choice;
    if (best != nullptr) return *best;
    for (const Choice& choice : enabled)
      if (best == nullptr || registry.comes_before(choice, *best)) best = &choice;
    return *best;
  }

  // Every choice gets a pseudo-random number, and the smallest one wins.
  [[nodiscard]] Choice pick_shuffled(const Registry& registry, std::span<const Choice> enabled,
                                     std::size_t position, const Step* last) const {
    std::uint64_t where = mix(seed_, position);
    if (last != nullptr) where = mix(where, mix(registry.stable_name(last->task).low, last->index));
    const Choice* best = nullptr;
    std::uint64_t smallest = 0;
    for (const Choice& choice : enabled) {
      const std::uint64_t value = wakes_task(choice.value)
                                      ? registry.stable_name(woken_task(choice.value)).low
                                      : choice.value;
      const std::uint64_t number = mix(where, mix(registry.stable_name(choice.task).low, value));
      if (best != nullptr && number >= smallest) continue;
      best = &choice;
      smallest = number;
    }
    return *best;
  }

  std::uint64_t seed_;
};

}  // namespace mazurka
