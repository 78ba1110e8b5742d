#include "explore/tree/wakeup_tree.h"

#include <algorithm>

#include "core/barrier_room.h"
#include "explore/race/initials.h"

namespace mazurka {

bool WakeupForest::insert(Branches& at, std::vector<Step>& sequence) {
  std::uint32_t parent = none;  // `at` itself
  while (!sequence.empty()) {
    std::uint32_t next = forest_.below(parent, at).first;
    WeakInitial initial;
    for (; next != none; next = forest_.next(next)) {
      initial = weak_initial(forest_.label(next), sequence, *registry_, *table_);
      if (initial.holds) break;
    }
    if (next == none) {
      for (const Step& step : sequence) parent = forest_.add(parent, at, step);
      return true;
    }
    // What comes before the step in the sequence, or all of it, follows the step in the tree.
    for (std::size_t i = 0; i < std::min(initial.index, sequence.size()); ++i)
      if (arrive_in_same_round(sequence[i], forest_.label(next), *registry_))
        set_room(sequence[i], room_of(sequence[i]) - 1);
    if (initial.index != WeakInitial::not_contained)
      sequence.erase(sequence.begin() + static_cast<std::ptrdiff_t>(initial.index));
    if (forest_.below(next, at).empty()) return false;  // the run from this leaf covers it
    parent = next;
  }
  return false;  // the tree already contains a sequence that starts with an equivalent of this one
}

WakeupForest::Taken WakeupForest::take_first(Branches& branches) {
  const auto [step, below] = forest_.take_after(none, branches);
  return {step, below};
}

std::uint64_t WakeupForest::count(const Branches& branches) const {
  return forest_.count(branches);
}

void WakeupForest::save(const Branches& branches, CheckpointWriter& to) const {
  forest_.save(
      branches, to, [](const Branches&) {}, [&](const Step& step) { to.step(step); });
}

WakeupForest::Branches WakeupForest::load(CheckpointReader& from) {
  return forest_.load(
      from, [](Branches&) {}, [&] { return from.step(); });
}

}  // namespace mazurka
