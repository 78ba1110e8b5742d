#include "explore/tree/wakeup_tree.h"

#include <algorithm>
#include <cstddef>
#include <span>

#include "explore/race/initials.h"

namespace mazurka {

namespace {

// Removes the step at `index`, and returns the rest. The steps before it move towards the end: the
// caller has just looked at them, so this costs no more than that, however long the sequence is.
std::span<Step> without_step(std::span<Step> sequence, std::size_t index) {
  const auto removed = sequence.begin() + static_cast<std::ptrdiff_t>(index);
  std::move_backward(sequence.begin(), removed, removed + 1);
  return sequence.subspan(1);
}

// Returns whether only what the steps touch decides if they depend on each other.
bool only_accesses_count(const Step& a, const Step& b) {
  return a.task != b.task && !a.other.exists() && !b.other.exists();
}

}  // namespace

bool WakeupForest::insert(Branches& at, std::span<Step> sequence, Descent& shared) {
  std::span<Step> rest = sequence.subspan(shared.used);
  std::uint32_t parent = shared.parent;
  bool is_shared = true;  // the path to `parent` is the same for every last step
  while (!rest.empty()) {
    std::uint32_t next = forest_.below(parent, at).first;
    WeakInitial initial;
    AccessListId refused = AccessListId::none();  // they conflict with the only step that is left
    for (; next != none; next = forest_.next(next)) {
      const Step& label = forest_.label(next);
      // Many branches of one node often touch the same: each takes the same lock.
      if (label.accesses == refused && only_accesses_count(label, rest.front())) continue;
      initial = weak_initial(label, rest, *registry_, *table_);
      if (initial.looked_at == rest.size() && is_shared) {
        is_shared = false;
        rest_.assign(rest.begin(), rest.end());  // `sequence` is left as it is for the next call
        rest = rest_;
      }
      if (initial.holds) break;
      if (rest.size() == 1 && only_accesses_count(label, rest.front())) refused = label.accesses;
    }
    if (next == none) {
      for (const Step& step : rest) parent = forest_.add(parent, at, step);
      return true;
    }
    if (forest_.below(next, at).empty()) return false;  // the run from this leaf covers it
    if (initial.index != WeakInitial::not_contained) rest = without_step(rest, initial.index);
    parent = next;
    if (is_shared) shared = {parent, sequence.size() - rest.size()};
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
