// The states that the sequential search of robustness has reached, and the events that led to them.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "core/ids.h"

namespace mazurka::sequential {

using Objects = std::set<ObjectId>;
using Values = std::map<ObjectId, std::int64_t>;

// Objects read and written by a part of a run.
struct Footprint {
  Objects reads;
  Objects writes;
  auto operator<=>(const Footprint&) const = default;

  void add(ObjectId object, bool writes_it) { (writes_it ? writes : reads).insert(object); }
  [[nodiscard]] bool conflicts(ObjectId object, bool writes_it) const {
    return writes.contains(object) || (writes_it && reads.contains(object));
  }
};

// How many events of each kind have been used. Events that run the same code with the same
// arguments are of one kind: it does not matter which of them runs.
using Used = std::vector<std::uint32_t>;

inline bool is_part_of(const Used& a, const Used& b) {
  for (std::size_t i = 0; i < a.size(); ++i)
    if (a[i] > (i < b.size() ? b[i] : 0)) return false;
  return true;
}

// The states that have been reached, each with the minimal sets of events that led to it. A state
// that is reached with fewer events has at least the continuations that it has with more, so only
// minimal sets are kept.
template <class State>
class Reached {
 public:
  // Adds the state. Returns false if it was reached with a subset of these events before, so that
  // nothing new can follow.
  bool insert(const State& state, const Used& used) {
    std::vector<Used>& known = known_[state];
    for (const Used& other : known)
      if (is_part_of(other, used)) return false;
    std::erase_if(known, [&](const Used& other) { return is_part_of(used, other); });
    known.push_back(used);
    return true;
  }

 private:
  std::map<State, std::vector<Used>> known_;
};

struct Node {
  std::vector<TaskId> path;  // the events so far
  Used used;
  std::vector<TaskId> posted;  // the events that the environment has posted by now
};

}  // namespace mazurka::sequential
