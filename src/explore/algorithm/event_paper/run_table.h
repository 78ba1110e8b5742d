// Sets of runs of messages: what a message does from some event to its end. The values of
// msgAccesses and done in [EventDpor] Algorithm 1.
//
// The paper keeps sequences of accesses. A run has all steps, posts included, so that it can be
// repeated; steps without accesses make no difference to any test. Equal runs have equal ids, and
// runs with a common rest share it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "core/hash.h"
#include "explore/algorithm/event_paper/event_order.h"

namespace mazurka::event_paper {

using RunId = std::uint32_t;
using RunSet = std::vector<RunId>;  // sorted

class RunTable {
 public:
  static constexpr RunId empty = 0;

  // Returns the run that makes `first` and continues with `rest`.
  RunId prepend(const Step& first, RunId rest) {
    std::uint64_t key = mix(rest, first.task.value);
    key = mix(key, (std::uint64_t{first.index} << 32) | first.accesses.value);
    key = mix(key,
              (std::uint64_t{first.other.value} << 8) | static_cast<std::uint8_t>(first.operation));
    std::vector<RunId>& candidates = ids_[key];
    for (const RunId id : candidates)
      if (runs_[id].rest == rest && do_the_same(runs_[id].first, first)) return id;
    runs_.push_back({first, rest});
    candidates.push_back(static_cast<RunId>(runs_.size() - 1));
    return candidates.back();
  }

  [[nodiscard]] Sequence sequence_of(RunId id) const {
    Sequence steps;
    for (; id != empty; id = runs_[id].rest) steps.push_back(runs_[id].first);
    return steps;
  }

 private:
  struct Run {
    Step first;
    RunId rest = empty;
  };
  std::vector<Run> runs_ = {{}};
  std::unordered_map<std::uint64_t, std::vector<RunId>> ids_;  // by hash
};

// Adds the elements of `from` to `to`.
inline void unite(RunSet& to, const RunSet& from) {
  for (const RunId id : from) {
    const auto place = std::ranges::lower_bound(to, id);
    if (place == to.end() || *place != id) to.insert(place, id);
  }
}

}  // namespace mazurka::event_paper
