#include "core/last_afters.h"

#include <algorithm>

namespace mazurka {

void LastAfters::push(const Access& after) {
  const auto number = static_cast<std::uint32_t>(receives_.size());
  if (after.object.value >= slots_.size()) slots_.resize(after.object.value + 1);
  std::vector<std::uint32_t>& slots = slots_[after.object.value];
  const auto slot = std::ranges::find(
      slots, after.detail, [this](std::uint32_t last) { return receives_[last].access.detail; });
  const auto index = static_cast<std::uint32_t>(slot - slots.begin());
  receives_.push_back({after, index, slot == slots.end() ? none : *slot});
  if (slot == slots.end()) {
    slots.push_back(number);
  } else {
    *slot = number;
  }
}

void LastAfters::pop() {
  const Receive& last = receives_.back();
  std::vector<std::uint32_t>& slots = slots_[last.access.object.value];
  if (last.previous == none) {
    slots.pop_back();
  } else {
    slots[last.slot] = last.previous;
  }
  receives_.pop_back();
}

std::uint32_t LastAfters::last_in_conflict(const Registry& registry, const ConflictTable& table,
                                           const Access& send) const {
  if (send.object.value >= slots_.size()) return none;
  std::uint32_t found = none;
  for (const std::uint32_t last : slots_[send.object.value])
    if ((found == none || last > found) && conflict(registry, table, receives_[last].access, send))
      found = last;
  return found;
}

}  // namespace mazurka
